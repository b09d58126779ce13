import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type SearchHit = Schemas['SearchHit'];
export type SearchKind = Schemas['SearchKind'];
export type ExcerptPart = Schemas['ExcerptPart'];

/** Hits per page. */
const PAGE_SIZE = 20;

/** What fits, newest first. While the next words are looked for, the hits of the words before stay. */
export function searchQuery(words: string, kind: SearchKind | undefined) {
  return infiniteQueryOptions({
    queryKey: ['search', words, kind ?? ''],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/client/search', {
          params: {
            query: {
              ...{ q: words, limit: PAGE_SIZE },
              ...(kind !== undefined && { kind }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam(page) {
      const last = page.at(-1);
      return last === undefined || page.length < PAGE_SIZE ? undefined : `${last.at},${last.entry_id}`;
    },
    placeholderData: keepPreviousData,
  });
}
