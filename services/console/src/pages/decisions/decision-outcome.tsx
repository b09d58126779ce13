import type { Decision, DecisionStatus } from '../../api/decisions.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { GivenAnswer } from './given-answer.tsx';
import styles from './decision-card.module.css';

const TONES: Record<DecisionStatus, Tone> = {
  pending: 'accent',
  approved: 'good',
  rejected: 'bad',
  dismissed: 'neutral',
  cancelled: 'neutral',
};

/** The result of a decision, who or what decided it, what was filled in, and the note. */
export function DecisionOutcome({ decision }: { decision: Decision }) {
  const { answer_schema: schema, answer, proposed = null, resolved_by: by } = decision;
  return (
    <div className={styles.outcome}>
      <p>
        <Badge tone={TONES[decision.status]}>{outcomeOf(decision)}</Badge>{' '}
        {by?.key_name !== undefined && (
          <span className={styles.meta}>
            by the key “<OutsideText text={by.key_name} />” ·{' '}
          </span>
        )}
        {decision.resolved_at !== null && <RelativeTime at={decision.resolved_at} className={styles.meta} />}
      </p>
      {schema !== undefined && answer !== undefined && answer !== null && (
        <GivenAnswer schema={schema} answer={answer} proposed={proposed} />
      )}
      {decision.note !== null && decision.note !== '' && (
        <p className={styles.note}>
          “<OutsideText text={decision.note} isProse />”
        </p>
      )}
      {decision.always_allow_pattern !== null && (
        <p className={styles.meta}>
          Always allowed: <OutsideText text={decision.always_allow_pattern} isCode />
        </p>
      )}
    </div>
  );
}

function outcomeOf({ status, resolution_reason: reason }: Decision): string {
  if (reason === 'expired') return 'Expired without an answer';
  if (reason === 'rule') return 'Approved by a rule';
  const words: Record<DecisionStatus, string> = {
    pending: 'Open',
    approved: 'Approved',
    rejected: 'Rejected',
    dismissed: 'Dismissed',
    cancelled: 'Withdrawn by the agent',
  };
  return words[status];
}
