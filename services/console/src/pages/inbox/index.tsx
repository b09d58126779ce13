import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CheckCheck, History } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { agentsQuery } from '../../api/agents.ts';
import { decisionHistoryQuery, openDecisionsQuery } from '../../api/decisions.ts';
import type { Decision } from '../../api/decisions.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, toast, Waiting } from '../../ui/feedback.tsx';
import { ItemList, LoadMore } from '../../ui/lists.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DecisionCard, outcomeOf } from '../decisions/decision-card.tsx';
import styles from './inbox.module.css';
import { useCardWalk } from './use-card-walk.ts';

export function InboxPage() {
  const [selected, setSelected] = useState('open');
  return (
    <Page title="Inbox" description="Requests of your agents that need your decision." width="narrow">
      <Tabs
        label="Decisions"
        selected={selected}
        onSelect={setSelected}
        items={[
          { id: 'open', label: 'Open', content: <OpenDecisions /> },
          { id: 'answered', label: 'Answered', content: <AnsweredDecisions /> },
        ]}
      />
    </Page>
  );
}

function AnsweredDecisions() {
  const history = useInfiniteQuery(decisionHistoryQuery);
  if (history.data === undefined)
    return <Waiting query={history} label="Loading the decisions" title="Could not load the decisions." />;
  const answered = history.data.pages.flat().filter(({ status }) => status !== 'pending');
  if (answered.length === 0 && !history.hasNextPage) {
    return (
      <EmptyState icon={<History />} title="Nothing answered yet">
        Your answers appear here, with your notes.
      </EmptyState>
    );
  }
  return (
    <div className="stack-3">
      <ItemList className="stack-3" items={answered} idOf={({ decision_id: id }) => id}>
        {(decision) => (
          <li>
            <DecisionCard decision={decision} agentName={<AskingAgent decision={decision} />} />
          </li>
        )}
      </ItemList>
      <LoadMore pages={history} label="Show older decisions" />
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
    <div ref={region} tabIndex={-1} className={classNames('stack-3 unoutlined', styles.region)}>
      {decisions.length === 0 ? (
        <EmptyState icon={<CheckCheck />} title="No open decisions">
          When an agent asks for a decision, it appears here at once. Your answers are under “Answered”.
        </EmptyState>
      ) : (
        <>
          <KeyHints />
          <ItemList className="stack-3" items={decisions} idOf={({ decision_id: id }) => id}>
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
