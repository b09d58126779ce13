import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './contained.module.css';

/** A message, a card or a row. If it cannot be drawn, the page says so in its place, and shows the others. */
export function Contained({ children, isItem = false }: { children: ReactNode; isItem?: boolean }) {
  return (
    <CatchBoundary getResetKey={neverReset} errorComponent={isItem ? FailedItem : FailedPart}>
      {children}
    </CatchBoundary>
  );
}

const neverReset = (): null => null;

function FailedItem() {
  return <li className={styles.failed}>{FAILED}</li>;
}

function FailedPart() {
  return <p className={styles.failed}>{FAILED}</p>;
}

const FAILED = 'This cannot be shown.';
