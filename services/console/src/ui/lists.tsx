import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import { Fragment, useCallback, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ErrorNotice, Waiting } from './feedback.tsx';
import styles from './lists.module.css';
import { whenNear } from './when-near.ts';

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

type Pages<Page> = UseInfiniteQueryResult<InfiniteData<Page>>;

/** The next page comes as a person scrolls there, or by the button. Nothing on the last page. */
export function LoadMore({ pages, label }: { pages: Pages<unknown>; label: string }) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  // Pages being read again are waited for: a cancel would keep what they said before, or end the next page.
  const loadOn = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);

  // Anew after each page, since a short one leaves the end where it is. After a failure it waits for the person.
  useEffect(() => {
    if (end.current === null || !hasNextPage || isFetching || isFetchNextPageError) return;
    return whenNear(end.current, loadOn);
  }, [hasNextPage, isFetching, isFetchNextPageError, loadOn]);

  return (
    <div ref={end} className={styles.end}>
      {isFetchNextPageError && (
        <ErrorNotice error={pages.error} title="Could not load more." onRetry={loadOn} />
      )}
      {hasNextPage && !isFetchNextPageError && (
        <Button size="small" variant="quiet" isPending={pages.isFetchingNextPage} onPress={loadOn}>
          {label}
        </Button>
      )}
    </div>
  );
}

interface PagedListProps<Item> extends Omit<ItemListProps<Item>, 'items'> {
  pages: Pages<readonly Item[]>;
  /** Which items are shown. Default all. */
  only?: (item: Item) => boolean;
  /** Stands in place of the list while it is read the first time. */
  loading?: string;
  /** What failed, if it could not be read. */
  failed?: string;
  /** The button for the next page. */
  more: string;
}

export function PagedList<Item>({ pages, only, loading, failed, more, ...list }: PagedListProps<Item>) {
  const { none } = list;
  return (
    <>
      <Waiting query={pages} label={loading} title={failed} />
      <ItemList
        {...list}
        items={pages.data?.pages.flat().filter(only ?? Boolean)}
        none={pages.hasNextPage ? null : none}
      />
      <LoadMore pages={pages} label={more} />
    </>
  );
}
