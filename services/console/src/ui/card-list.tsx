import type { ReactNode } from 'react';
import styles from './card-list.module.css';
import { LoadMore } from './load-more.tsx';
import type { LoadedPages } from './load-more.tsx';

interface CardListProps {
  label?: string;
  children: ReactNode;
}

export function CardList({ label, children }: CardListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface LogListProps extends CardListProps {
  /** What the button says that reads the next page. */
  more: string;
  pages: LoadedPages;
}

export function LogList({ more, pages, ...list }: LogListProps) {
  return (
    <div className="stack-4">
      <CardList {...list} />
      <LoadMore pages={pages} label={more} />
    </div>
  );
}
