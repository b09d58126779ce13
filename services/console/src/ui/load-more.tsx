import { useCallback, useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import styles from './load-more.module.css';

/** The next page comes as a person scrolls there, or by the button. Nothing on the last page. */
export function LoadMore({ pages, label }: { pages: LoadedPages; label: string }) {
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

export interface LoadedPages {
  data: { pages: readonly unknown[] } | undefined;
  error: unknown;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: (options: {
    cancelRefetch: boolean;
  }) => Promise<Pick<LoadedPages, 'data' | 'hasNextPage' | 'isFetchNextPageError'>>;
}

/** How far before the end of a list its next page is fetched, in pixels. */
const AHEAD_PX = 600;
/** How often the next page is asked for while something else is being read instead. */
const TRIES_MAX = 10;

/** In whatever scrolls it. After a failure it waits for the person. @returns what fetches the page now. */
function useLoadOn(end: RefObject<HTMLElement | null>, pages: LoadedPages): () => void {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const pageCount = data?.pages.length ?? 0;

  const loadOn = useCallback(async () => {
    let loaded = pageCount;
    // Pages being read again are waited for: a cancel would keep what they said before, or end the next page.
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const read = await fetchNextPage({ cancelRefetch: false });
      const count = read.data?.pages.length ?? 0;
      if (count > loaded || !read.hasNextPage || read.isFetchNextPageError) return;
      loaded = count;
    }
  }, [pageCount, fetchNextPage]);

  // An observer tells once. A new one is made for each page, since a short page leaves the end where it is.
  useEffect(() => {
    const target = end.current;
    if (target === null || !hasNextPage || isFetching || isFetchNextPageError) return;
    const observer = new IntersectionObserver(
      // On a busy machine several looks come at once, the newest last.
      (looks) => looks.at(-1)?.isIntersecting === true && void loadOn(),
      { root: scrollerOf(target), rootMargin: `${AHEAD_PX}px 0px` },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [end, hasNextPage, isFetching, isFetchNextPageError, pageCount, loadOn]);

  return useCallback(() => void loadOn(), [loadOn]);
}

/** A margin only counts for the element that scrolls, so this has to be named. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement)
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer;
  return null;
}
