import type { CSSProperties } from 'react';
import styles from './avatar.module.css';
import { classNames } from './class-names.ts';
import { visibleText } from './visible-text.ts';

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
