import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './card-list.module.css';

export interface CardListProps {
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

export interface LogListProps extends CardListProps {
  /** What the button says that reads the next page. */
  more: string;
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Newest first on such a card, older ones on request. */
export function LogList({ more, pages, ...list }: LogListProps) {
  return (
    <div className={styles.log}>
      <CardList {...list} />
      {pages.hasNextPage && (
        <div className={styles.more}>
          <Button isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
            {more}
          </Button>
        </div>
      )}
    </div>
  );
}
