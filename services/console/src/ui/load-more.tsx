import { useRef } from 'react';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import styles from './load-more.module.css';
import { useLoadOn } from './use-load-on.ts';
import type { LoadedPages } from './use-load-on.ts';

export interface LoadMoreProps {
  pages: LoadedPages;
  /** What the button says that fetches the next page, such as "Show older events". */
  label: string;
}

/**
 * The end of a list that has more pages: the next one comes as a person scrolls there, or by the button. It says why a page did not come,
 * and offers to try again. Nothing on the last page.
 */
export function LoadMore({ pages, label }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const loadOn = useLoadOn(end, pages);
  return (
    <div ref={end} className={styles.end}>
      {pages.isFetchNextPageError && (
        <ErrorNotice error={pages.error} title="Could not load more." onRetry={loadOn} />
      )}
      {pages.hasNextPage && !pages.isFetchNextPageError && (
        <Button size="small" variant="quiet" isPending={pages.isFetchingNextPage} onPress={loadOn}>
          {label}
        </Button>
      )}
    </div>
  );
}
