import { useRef } from 'react';
import type { ReactNode } from 'react';
import type {
  AnswerField,
  AnswerSchema,
  AnswerValue,
  AnswerValues,
  Decision,
  DecisionStatus,
} from '../../api/decisions.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { fullTime, relativeTime } from '../../ui/time-format.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { own, titleOf } from './answer-draft.ts';
import answerFields from './answer-fields.module.css';
import { DecisionAnswer } from './decision-answer.tsx';
import type { CardKeys } from './decision-answer.tsx';
import styles from './decision-card.module.css';

interface DecisionCardProps {
  decision: Decision;
  /** For a place that does not already show it. */
  agentName?: ReactNode;
  /** Makes the card take the focus. While it has the focus, keys answer it. */
  keys?: CardKeys;
}

export function DecisionCard({ decision, agentName, keys }: DecisionCardProps) {
  const titleId = `decision-${decision.decision_id}`;
  const card = useRef<HTMLElement>(null);
  return (
    <article
      ref={card}
      className="framed rounded grid narrowable pad-4 gap-2"
      aria-labelledby={titleId}
      tabIndex={keys && 0}
    >
      <header className="flex top spread gap-3">
        <h3 id={titleId} className="anywhere narrowable">
          <OutsideText text={decision.title} />
        </h3>
        {decision.status === 'pending' &&
          (decision.reminded_at === undefined ? (
            <Badge tone="accent">Needs your answer</Badge>
          ) : (
            <Badge tone="warn">Still needs your answer</Badge>
          ))}
      </header>
      <p className="muted small">
        {agentName !== undefined && <>{agentName} · </>}
        asked <RelativeTime at={decision.created_at} />
        {decision.status === 'pending' &&
          decision.expires_at &&
          said` · ${<Expiry at={decision.expires_at} />}`}
      </p>
      {decision.description !== null && decision.description !== '' && (
        <Markdown text={decision.description} />
      )}
      {decision.action !== null && <OutsideText text={decision.action} isCode className={styles.action} />}
      {decision.status === 'pending' ? (
        <DecisionAnswer decision={decision} card={card} keys={keys} />
      ) : (
        <DecisionOutcome decision={decision} />
      )}
    </article>
  );
}

const TONES: Record<DecisionStatus, Tone> = {
  pending: 'accent',
  approved: 'good',
  rejected: 'bad',
  dismissed: 'neutral',
  cancelled: 'neutral',
};

function DecisionOutcome({ decision }: { decision: Decision }) {
  const { answer_schema: schema, answer, proposed = null, resolved_by: by } = decision;
  return (
    <div className="stack gap-1">
      <p>
        <Badge tone={TONES[decision.status]}>{outcomeOf(decision)}</Badge>{' '}
        {by?.key_name !== undefined && (
          <span className="muted small">{said`by the key “${by.key_name}” · `}</span>
        )}
        {decision.resolved_at !== null && <RelativeTime at={decision.resolved_at} className="muted small" />}
      </p>
      {schema !== undefined && answer !== undefined && answer !== null && (
        <GivenAnswer schema={schema} answer={answer} proposed={proposed} />
      )}
      {decision.note !== null && decision.note !== '' && (
        <p className="preserved">
          “<OutsideText text={decision.note} isProse />”
        </p>
      )}
      {decision.always_allow_pattern !== null && (
        <p className="muted small">
          Always allowed: <OutsideText text={decision.always_allow_pattern} isCode />
        </p>
      )}
    </div>
  );
}

export function outcomeOf({ status, resolution_reason: reason }: Decision): string {
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

interface GivenAnswerProps {
  schema: AnswerSchema;
  answer: AnswerValues;
  proposed: AnswerValues | null;
}

function GivenAnswer({ schema, answer, proposed }: GivenAnswerProps) {
  return (
    <dl className={answerFields.list} aria-label={visibleText(schema.title ?? 'The answer')}>
      {Object.entries(schema.properties).map(([name, field]) => {
        const [given, former] = [own(answer, name), own(proposed ?? {}, name)];
        return [
          <dt key={`${name} is`}>
            <OutsideText text={titleOf(name, field)} />
          </dt>,
          <dd key={name}>
            {given === undefined ? '–' : <OutsideText text={valueWords(field, given)} />}
            {former !== undefined && former !== given && (
              <span className="muted">{said` (proposed: ${valueWords(field, former)})`}</span>
            )}
          </dd>,
        ];
      })}
    </dl>
  );
}

function valueWords({ format }: AnswerField, value: AnswerValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return format === 'date-time' ? fullTime(new Date(String(value))) : String(value);
}

/** Less time than this is shown as urgent, in milliseconds. */
const SOON_MS = 10 * 60_000;
/** Less time than this is shown in seconds, in milliseconds. */
const SECONDS_FROM_MS = 90_000;

function Expiry({ at }: { at: string }) {
  const moment = new Date(at);
  const now = useNow(1_000);
  const leftMs = moment.getTime() - now.getTime();
  return (
    <time
      dateTime={at}
      title={fullTime(moment)}
      className={classNames(leftMs < SOON_MS && 'strong warn figures')}
    >
      {expiryWords(moment, now)}
    </time>
  );
}

function expiryWords(moment: Date, now: Date): string {
  const leftMs = moment.getTime() - now.getTime();
  if (leftMs <= 0) return 'expiring now';
  if (leftMs < SECONDS_FROM_MS) return `expires in ${Math.ceil(leftMs / 1_000)} s`;
  return `expires ${relativeTime(moment, now)}`;
}
