import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Decision } from '../../api/decisions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DecisionOutcome } from './decision-outcome.tsx';
import { AnswerHint } from './answer-hint.tsx';
import { Expiry } from './expiry.tsx';
import { RulePreview } from './rule-preview.tsx';
import { useAnswerKeys } from './use-answer-keys.ts';
import { useResolution } from './use-resolution.ts';
import styles from './decision-card.module.css';

/** The part of a list that lets its cards be answered by keys. */
export interface CardKeys {
  /** Whether the list has just changed, so that a key may be meant for the former card. */
  isSettling: () => boolean;
  onAnswered: (decision: Decision) => void;
}

export interface DecisionCardProps {
  decision: Decision;
  /** For a place that does not already show it. */
  agentName?: ReactNode;
  /** Makes the card take the focus. While it has the focus, keys answer it. */
  keys?: CardKeys;
}

/** A request of an agent. An open one has the controls to answer it, an ended one shows its result. */
export function DecisionCard({ decision, agentName, keys }: DecisionCardProps) {
  const titleId = `decision-${decision.decision_id}`;
  const card = useRef<HTMLElement>(null);
  return (
    <article
      ref={card}
      className={styles.card}
      aria-labelledby={titleId}
      {...(keys !== undefined && { tabIndex: 0 })}
    >
      <header className={styles.header}>
        <h3 id={titleId} className={styles.title}>
          {decision.title}
        </h3>
        {decision.status === 'pending' && <Badge tone="accent">Needs you</Badge>}
      </header>
      <p className={styles.meta}>
        {agentName !== undefined && <>{agentName} · </>}
        asked <RelativeTime at={decision.created_at} />
        {decision.status === 'pending' && decision.expires_at !== null && (
          <>
            {' '}
            · <Expiry at={decision.expires_at} />
          </>
        )}
      </p>
      {decision.description !== null && decision.description !== '' && (
        <Markdown text={decision.description} />
      )}
      {decision.action !== null && <code className={styles.action}>{decision.action}</code>}
      {decision.status === 'pending' ? (
        <Answer decision={decision} card={card} keys={keys} />
      ) : (
        <DecisionOutcome decision={decision} />
      )}
    </article>
  );
}

interface AnswerProps {
  decision: Decision;
  card: RefObject<HTMLElement | null>;
  keys: CardKeys | undefined;
}

function Answer({ decision, card, keys }: AnswerProps) {
  const { action, agent_id: agentId, suggested_pattern: suggested } = decision;
  const [note, setNote] = useState('');
  const [hasNote, setHasNote] = useState(false);
  const [isAlways, setAlways] = useState(false);
  const [pattern, setPattern] = useState(() => suggested ?? (action === null ? '' : exactPattern(action)));
  const resolution = useResolution(decision.decision_id, keys?.onAnswered);

  const answer = (status: 'approved' | 'rejected' | 'dismissed'): void =>
    resolution.mutate({
      status,
      ...(hasNote && note.trim() !== '' && { note: note.trim() }),
      ...(status === 'approved' && isAlways && { always_allow: true, always_allow_pattern: pattern }),
    });
  const canApprove = !isAlways || pattern !== '';
  const armed = useAnswerKeys({
    card,
    isOn: keys !== undefined,
    isSettling: () => resolution.isPending || keys?.isSettling() === true,
    onAnswer: (status) => (status !== 'approved' || canApprove) && answer(status),
    onNote: () => (hasNote ? card.current?.querySelector('textarea')?.focus() : setHasNote(true)),
  });
  const pendingStatus = resolution.isPending ? resolution.variables.status : null;
  return (
    <div className={styles.answer}>
      {hasNote && (
        <Field
          label="Note for the agent"
          lines={2}
          autoFocus
          maxLength={2000}
          value={note}
          onChange={setNote}
        />
      )}
      {action !== null && (
        <CheckboxField isSelected={isAlways} onChange={setAlways}>
          Always allow requests like this one
        </CheckboxField>
      )}
      {isAlways && (
        <div className={styles.rule}>
          <Field
            label="Pattern"
            hint="A star stands for any run of characters."
            isMonospace
            maxLength={1000}
            value={pattern}
            onChange={setPattern}
          />
          <RulePreview agentId={agentId} pattern={pattern} />
        </div>
      )}
      {resolution.isError && <ErrorNotice error={resolution.error} />}
      <div className={styles.buttons}>
        <Button
          variant="primary"
          isPending={pendingStatus === 'approved'}
          isDisabled={resolution.isPending || !canApprove}
          onPress={() => answer('approved')}
        >
          {isAlways ? 'Approve always' : 'Approve'}
        </Button>
        <Button
          isPending={pendingStatus === 'rejected'}
          isDisabled={resolution.isPending}
          onPress={() => answer('rejected')}
        >
          Reject
        </Button>
        <Button
          variant="quiet"
          isPending={pendingStatus === 'dismissed'}
          isDisabled={resolution.isPending}
          onPress={() => answer('dismissed')}
        >
          Dismiss
        </Button>
        {!hasNote && (
          <Button variant="quiet" onPress={() => setHasNote(true)}>
            Add a note
          </Button>
        )}
      </div>
      {keys !== undefined && <AnswerHint armed={armed} />}
    </div>
  );
}

/** The pattern that matches exactly this action; stars and backslashes are escaped. */
function exactPattern(action: string): string {
  return action.replace(/[\\*]/g, '\\$&');
}
