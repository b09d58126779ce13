import type { ReactNode } from 'react';
import styles from './row-list.module.css';

interface RowListProps {
  label?: string;
  /** Each a `Row`. */
  children: ReactNode;
}

/** Things one under the other, with a line between them. */
export function RowList({ label, children }: RowListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  /** What the thing is, which stands at the left. */
  children: ReactNode;
  /** What can be done with it, which stands at the right. */
  action?: ReactNode;
}

export function Row({ children, action }: RowProps) {
  return (
    <li className={styles.row}>
      <div className="anywhere narrowable">{children}</div>
      {action}
    </li>
  );
}

/** A line below the name of a thing. */
export function RowNote({ children }: { children: ReactNode }) {
  return <div className="muted small">{children}</div>;
}
