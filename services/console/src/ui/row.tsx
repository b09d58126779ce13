import type { ReactNode } from 'react';
import styles from './row.module.css';

export function Row({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <li className={styles.row}>
      <div className="anywhere narrowable">{children}</div>
      {action}
    </li>
  );
}

export function RowNote({ children }: { children: ReactNode }) {
  return <div className="muted small">{children}</div>;
}
