import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './contained.module.css';

interface ContainedProps {
  children: ReactNode;
  /** An item of a list by itself. Default: a part within one. */
  isItem?: boolean;
}

/** A message, a card or a row. If it cannot be drawn, the page says so in its place, and shows the others. */
export function Contained({ children, isItem = false }: ContainedProps) {
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
