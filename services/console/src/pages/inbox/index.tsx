import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CheckCheck, History } from 'lucide-react';
import { useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { agentsQuery } from '../../api/agents.ts';
import { decisionHistoryQuery, openDecisionsQuery } from '../../api/decisions.ts';
import type { Decision } from '../../api/decisions.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, toast, Waiting } from '../../ui/feedback.tsx';
import { ItemList, LoadMore, PagedList } from '../../ui/lists.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { Page, Tabs } from '../../ui/page.tsx';
import { isShortcut } from '../decisions/decision-answer.tsx';
import { DecisionCard, outcomeOf } from '../decisions/decision-card.tsx';
import styles from './inbox.module.css';

export function InboxPage() {
  return (
    <Page title="Inbox" description="Requests of your agents that need your decision." width="narrow">
      <Tabs
        label="Decisions"
        items={[
          { id: 'open', label: 'Open', content: <OpenDecisions /> },
          { id: 'answered', label: 'Answered', content: <AnsweredDecisions /> },
        ]}
      />
    </Page>
  );
}

function AnsweredDecisions() {
  return (
    <div className="stack gap-3">
      <PagedList
        className="stack gap-3"
        pages={useInfiniteQuery(decisionHistoryQuery)}
        only={({ status }) => status !== 'pending'}
        idOf={({ decision_id: id }) => id}
        loading="Loading the decisions"
        failed="Could not load the decisions."
        none={
          <EmptyState icon={<History />} title="Nothing answered yet">
            Your answers appear here, with your notes.
          </EmptyState>
        }
        more="Show older decisions"
      >
        {(decision) => (
          <li>
            <DecisionCard decision={decision} agentName={<AskingAgent decision={decision} />} />
          </li>
        )}
      </PagedList>
    </div>
  );
}

function OpenDecisions() {
  const pages = useInfiniteQuery(openDecisionsQuery);
  const { data } = pages;
  const decisions = useMemo(() => data?.pages.flat(), [data]);
  if (decisions === undefined)
    return <Waiting query={pages} label="Loading the decisions" title="Could not load the decisions." />;
  return <Walk decisions={decisions} more={<LoadMore pages={pages} label="Show older decisions" />} />;
}

function Walk({ decisions, more }: { decisions: readonly Decision[]; more: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const { isSettling, expectGone } = useCardWalk({
    region,
    decisions,
    onGone: (title) =>
      toast({
        text: said`“${title}” no longer needs your answer.`,
      }),
  });
  const onAnswered = (decision: Decision): void => {
    expectGone(decision.decision_id);
    toast({ tone: 'good', text: said`${outcomeOf(decision)}: ${decision.title}` });
  };
  return (
    <div ref={region} tabIndex={-1} className={classNames('stack gap-3 unoutlined', styles.region)}>
      {decisions.length === 0 ? (
        <EmptyState icon={<CheckCheck />} title="No open decisions">
          When an agent asks for a decision, it appears here at once. Your answers are under “Answered”.
        </EmptyState>
      ) : (
        <>
          <KeyHints />
          <ItemList className="stack gap-3" items={decisions} idOf={({ decision_id: id }) => id}>
            {(decision) => (
              <li data-decision={decision.decision_id}>
                <DecisionCard
                  decision={decision}
                  agentName={<AskingAgent decision={decision} />}
                  keys={{ isSettling, onAnswered }}
                />
              </li>
            )}
          </ItemList>
          {more}
        </>
      )}
    </div>
  );
}

const HINTS = [
  { keys: ['J', 'K'], text: 'move' },
  { keys: ['A'], text: 'approve' },
  { keys: ['R'], text: 'reject' },
  { keys: ['D'], text: 'dismiss' },
  { keys: ['N'], text: 'note' },
] as const;

function KeyHints() {
  return (
    <p className={styles.hints}>
      {HINTS.map(({ keys, text }) => (
        <span key={text}>
          {keys.map((key) => (
            <kbd key={key} className={styles.key}>
              {key}
            </kbd>
          ))}{' '}
          {text}
        </span>
      ))}
    </p>
  );
}

function AskingAgent({ decision }: { decision: Decision }) {
  const { agent_id: agentId, conversation_id: conversation } = decision;
  const { data: agents } = useQuery(agentsQuery);
  const name = agents?.find((agent) => agent.agent_id === agentId)?.agent_name ?? 'Agent';
  return (
    <Link to="/agents/$agentId" params={{ agentId }} search={{ conversation }}>
      <OutsideText text={name} />
    </Link>
  );
}

/** For this long after a change of the list, a key may be meant for a former card, in milliseconds. */
const SETTLE_MS = 600;

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

interface CardWalkOptions {
  /** The element around the list of cards, and around the text that replaces an empty list. */
  region: RefObject<HTMLElement | null>;
  decisions: readonly Decision[];
  /** The card with the focus has gone, but was not answered here. */
  onGone: (title: string) => void;
}

/** By J and K or the arrows. If the card with the focus disappears, the next one gets it. */
function useCardWalk({ region, decisions, onGone }: CardWalkOptions) {
  const shown = useRef<readonly Decision[]>(decisions);
  const inHand = useRef<string | null>(null);
  const expected = useRef(new Set<string>());
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = STEPS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const list = region.current;
    if (step === undefined || list === null || !isShortcut(event)) return;
    const { target } = event;
    if (!isAbout(list, target)) return;
    // On a button or a checkbox the arrows scroll, as everywhere.
    if (event.key.length > 1 && list.contains(target) && target.closest('article') !== target) return;
    const cards = cardsIn(list);
    const current = cards.findIndex((card) => card.contains(target));
    const next = cards[current === -1 ? 0 : current + step];
    if (next === undefined) return;
    event.preventDefault();
    focusCard(next);
  });
  // Before anything here takes the focus, because the former focus is remembered.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    const remember = ({ target }: FocusEvent): void => {
      const item = target instanceof Element ? target.closest('[data-decision]') : null;
      inHand.current = item?.getAttribute('data-decision') ?? null;
    };
    const leaving = new AbortController();
    window.addEventListener('keydown', listener, leaving);
    document.addEventListener('focusin', remember, leaving);
    return () => leaving.abort();
  }, []);

  // A person who came here by keyboard can start at once.
  useLayoutEffect(() => {
    const hasKeyboard = window.matchMedia('(hover: hover) and (pointer: fine)').matches;
    const list = region.current;
    if (list === null || !hasKeyboard || document.querySelector('[role=dialog]') !== null) return;
    cardsIn(list)[0]?.focus({ preventScroll: true });
  }, [region]);

  const onChange = useEffectEvent((before: readonly Decision[]) => {
    const place = before.findIndex(({ decision_id: id }) => id === inHand.current);
    const held = before[place];
    const isGone = held !== undefined && !decisions.some(({ decision_id: id }) => id === held.decision_id);
    if (!isGone) return;
    inHand.current = null;
    if (!expected.current.delete(held.decision_id)) onGone(held.title);
    const list = region.current;
    if (list === null || isElsewhere(list)) return;
    const cards = cardsIn(list);
    focusCard(cards[Math.min(place, cards.length - 1)] ?? list);
  });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = decisions;
    if (idsOf(before) === idsOf(decisions)) return;
    clearTimeout(settling.current);
    const list = region.current;
    list?.setAttribute('data-settling', '');
    // The timer decides the end: by the clock, which may be a moment behind, the list could stay so for ever.
    settling.current = setTimeout(() => {
      settling.current = undefined;
      list?.removeAttribute('data-settling');
    }, SETTLE_MS);
    onChange(before);
  }, [decisions, region]);

  return {
    isSettling: (): boolean => settling.current !== undefined,
    /** No notice for a decision that was answered here. */
    expectGone: (decisionId: string): void => void expected.current.add(decisionId),
  };
}

function cardsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-decision] > article')];
}

function focusCard(card: HTMLElement): void {
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'nearest' });
}

function idsOf(decisions: readonly Decision[]): string {
  return decisions.map(({ decision_id: id }) => id).join();
}

/** Keys work within the list, and when no element has the focus. */
function isAbout(list: HTMLElement, target: EventTarget | null): target is Element {
  return target instanceof Element && (list.contains(target) || target.contains(list));
}

/** Whether an element outside the list has the focus. Then the list does not take the focus away. */
function isElsewhere(list: HTMLElement): boolean {
  const focused = document.activeElement;
  return focused !== null && !list.contains(focused) && !focused.contains(list);
}
