import { CatchBoundary } from '@tanstack/react-router';
import { Fragment, useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ErrorNotice } from './feedback.tsx';
import styles from './lists.module.css';

interface ItemListProps<Item> {
  /** Nothing is shown until they are there. */
  items: readonly Item[] | undefined;
  idOf: (item: Item) => string;
  /** Draws a list item. */
  children: (item: Item) => ReactNode;
  /** Stands in place of an empty list. */
  none?: ReactNode;
  label?: string;
  className?: string | undefined;
}

export function ItemList<Item>({ items, idOf, children, none, label, className }: ItemListProps<Item>) {
  if (items === undefined) return null;
  if (items.length === 0) return none;
  return (
    <ul className={className} aria-label={label}>
      {items.map((item) => (
        <Contained key={idOf(item)}>{children(item)}</Contained>
      ))}
    </ul>
  );
}

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

/** A name and what is said under it; `false` is left out. */
type Fact = readonly [name: string, value: ReactNode] | false;

export function FactList({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={classNames('facts', className)}>
      {facts.map(
        (fact) =>
          fact !== false && (
            <Fragment key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

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

  const loadOn = async (): Promise<void> => {
    let loaded = pageCount;
    // Pages being read again are waited for: a cancel would keep what they said before, or end the next page.
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const read = await fetchNextPage({ cancelRefetch: false });
      const count = read.data?.pages.length ?? 0;
      if (count > loaded || !read.hasNextPage || read.isFetchNextPageError) return;
      loaded = count;
    }
  };

  const onLook = useEffectEvent(loadOn);
  // An observer tells once. A new one is made for each page, since a short page leaves the end where it is.
  useEffect(() => {
    const target = end.current;
    if (target === null || !hasNextPage || isFetching || isFetchNextPageError) return;
    const observer = new IntersectionObserver(
      // On a busy machine several looks come at once, the newest last.
      (looks) => looks.at(-1)?.isIntersecting === true && void onLook(),
      { root: scrollerOf(target), rootMargin: `${AHEAD_PX}px 0px` },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [end, hasNextPage, isFetching, isFetchNextPageError, pageCount]);

  return () => void loadOn();
}

/** A margin only counts for the element that scrolls, so this has to be named. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement)
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer;
  return null;
}
