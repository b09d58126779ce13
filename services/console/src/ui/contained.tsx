import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './contained.module.css';

/** An item of a list. If it cannot be drawn, the page says so in its place, and shows the others. */
export function Contained({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={neverReset} errorComponent={Failed}>
      {children}
    </CatchBoundary>
  );
}

const neverReset = (): null => null;

function Failed() {
  return <li className={styles.failed}>This cannot be shown.</li>;
}
