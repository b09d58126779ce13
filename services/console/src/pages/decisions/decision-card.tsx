import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { Decision } from '../../api/decisions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DecisionAnswer } from './decision-answer.tsx';
import type { CardKeys } from './decision-answer.tsx';
import { DecisionOutcome } from './decision-outcome.tsx';
import { Expiry } from './expiry.tsx';
import styles from './decision-card.module.css';

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
          <OutsideText text={decision.title} />
        </h3>
        {decision.status === 'pending' &&
          (decision.reminded_at === undefined ? (
            <Badge tone="accent">Needs you</Badge>
          ) : (
            <Badge tone="warn">Still needs you</Badge>
          ))}
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
      {decision.action !== null && <OutsideText text={decision.action} isCode className={styles.action} />}
      {decision.status === 'pending' ? (
        <DecisionAnswer decision={decision} card={card} keys={keys} />
      ) : (
        <DecisionOutcome decision={decision} />
      )}
    </article>
  );
}
