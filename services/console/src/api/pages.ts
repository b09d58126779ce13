import { infiniteQueryOptions } from '@tanstack/react-query';

interface Pages<Item> {
  queryKey: readonly unknown[];
  limit: number;
  /** Reads a page, the first one without a cursor. */
  read: (page: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Item[]>;
  /** What the page behind an item is asked for with. */
  cursorOf: (last: Item) => string;
  /** The cursor of the first page. Default: none. */
  first?: string | null;
}

/** A list, read page by page. A page that is not full is the last. */
export function pagesQuery<Item>({ queryKey, limit, read, cursorOf, first = null }: Pages<Item>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read({ limit, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: first,
    getNextPageParam(page) {
      const last = page.at(-1);
      return last === undefined || page.length < limit ? undefined : cursorOf(last);
    },
  });
}
