import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

/** A state in a word or two. The word says it, the colour only helps. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classNames(styles.badge, tone === 'neutral' ? 'muted sunken' : `soft-${tone}`)}>
      {children}
    </span>
  );
}

/** Nothing for zero. The service counts or lists 100 at most, which stand for 100 or more. */
export function CountBadge({ count, what }: { count: number; what: string }) {
  if (count === 0) return null;
  return (
    <span className={classNames(styles.badge, styles.count)}>
      {count >= 100 ? '100+' : count}
      <span className="visually-hidden"> {what}</span>
    </span>
  );
}

export function UnreadBadge({ count }: { count: number }) {
  return <CountBadge count={count} what={count === 1 ? 'new message' : 'new messages'} />;
}
