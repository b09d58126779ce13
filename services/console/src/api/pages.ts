import { infiniteQueryOptions } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { call } from './client.ts';
import type { Answer, Given, PathOf } from './client.ts';

/** Of a page, what the next is asked for with. */
type ItemOf<Path extends PathOf<'get'>> = Answer<'get', Path> extends readonly (infer Item)[] ? Item : never;

interface Pages<Path extends PathOf<'get'>> {
  limit: number;
  /** What the page behind an item is asked for with. */
  cursorOf: (last: ItemOf<Path>) => string;
  /** The cursor of the first page. Default: none. */
  first?: string | null;
}

/** A list, read page by page. A page that is not full is the last. */
export function readingPages<Path extends PathOf<'get'>>(
  queryKey: QueryKey,
  path: Path,
  given: Omit<Given<'get', Path>, 'signal'>,
  { limit, cursorOf, first = null }: Pages<Path>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(given as { query?: object }).query,
        limit,
        ...(pageParam !== null && { cursor: pageParam }),
      };
      return call('get', path, { ...given, query, signal } as never) as Promise<ItemOf<Path>[]>;
    },
    initialPageParam: first,
    getNextPageParam(page) {
      const last = page.at(-1);
      return last === undefined || page.length < limit ? undefined : cursorOf(last);
    },
  });
}
