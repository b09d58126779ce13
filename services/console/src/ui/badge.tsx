import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './badge.module.css';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

/** A state in a word or two. The word says it, the colour only helps. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}

/** A number of things that wait for the person; nothing for zero. The service counts or lists 100 at most, which stand for 100 or more. */
export function CountBadge({ count, what }: { count: number; what: string }) {
  if (count === 0) return null;
  return (
    <span className={classNames(styles.badge, styles.count)}>
      {count >= 100 ? '100+' : count}
      <span className="visually-hidden"> {what}</span>
    </span>
  );
}
