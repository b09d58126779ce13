import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import type { DeliveryAttempt } from '../../api/events.ts';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { duration } from '../../ui/time-format.ts';
import { reasonOf, resultOf, succeeded } from './event-words.ts';
import styles from './attempt-list.module.css';

/** Every attempt to reach the webhook, the first one first. */
export function AttemptList({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  return (
    <ol className={styles.list} aria-label="Attempts">
      {attempts.map((attempt) => (
        <li key={attempt.delivery_id} className={styles.attempt}>
          <AttemptIcon attempt={attempt} />
          <span className={styles.result}>
            <OutsideText text={resultOf(attempt)} />
          </span>
          <span className={styles.muted}>{reasonOf(attempt)}</span>
          <span className={styles.muted}>
            {attempt.duration_ms !== null && duration(attempt.duration_ms)}
          </span>
          <RelativeTime at={attempt.started_at} className={styles.muted} />
        </li>
      ))}
    </ol>
  );
}

function AttemptIcon({ attempt }: { attempt: DeliveryAttempt }) {
  if (succeeded(attempt)) return <CircleCheck aria-hidden size={16} className={styles.good} />;
  if (attempt.duration_ms === null && attempt.error === null) return <LoaderCircle aria-hidden size={16} />;
  return <CircleX aria-hidden size={16} className={styles.bad} />;
}
