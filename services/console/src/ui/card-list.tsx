import type { ReactNode } from 'react';
import styles from './card-list.module.css';
import { LoadMore } from './load-more.tsx';
import type { LoadedPages } from './load-more.tsx';

interface CardListProps {
  label?: string;
  /** Items (`li`). */
  children: ReactNode;
}

/** A list on a card of its own. */
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

/** Newest first on such a card. Older ones come as a person scrolls. */
export function LogList({ more, pages, ...list }: LogListProps) {
  return (
    <div className="stack-4">
      <CardList {...list} />
      <LoadMore pages={pages} label={more} />
    </div>
  );
}
