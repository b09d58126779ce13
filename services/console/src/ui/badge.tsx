import type { CSSProperties, ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';
import { visibleText } from './visible-text.ts';

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

interface AvatarProps {
  name: string;
  /** Decides the colour, so that an agent keeps it when it is renamed. */
  seed: string;
  /** Shows a dot: green while connected. Left out for people. */
  isOnline?: boolean;
  size?: 'small' | 'normal';
}

const HUES = [262, 205, 165, 140, 85, 45, 15, 330];

/** The name stands beside it, so it is hidden from screen readers. */
export function Avatar({ name, seed, isOnline, size = 'normal' }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={classNames(styles.avatar, size === 'small' && styles.small)}
      style={{ '--hue': hueOf(seed) } as CSSProperties}
    >
      {initialsOf(name)}
      {isOnline !== undefined && <span className={classNames(styles.dot, isOnline && styles.online)} />}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = visibleText(name).trim().split(/\s+/).slice(0, 2);
  return words.map((word) => [...word][0]?.toUpperCase() ?? '').join('');
}

function hueOf(seed: string): number {
  let sum = 0;
  for (const character of seed) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return HUES[sum % HUES.length] ?? 0;
}
