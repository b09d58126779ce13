import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';
import { pagesQuery } from './pages.ts';

export type SearchHit = Schemas['SearchHit'];
export type SearchKind = Schemas['SearchKind'];
export type ExcerptPart = Schemas['ExcerptPart'];

const PAGE_SIZE = 20;

/** What fits, newest first. While the next words are looked for, the hits of the words before stay. */
export function searchQuery(words: string, kind: SearchKind | undefined) {
  const which = { q: words, ...(kind !== undefined && { kind }) };
  const pages = pagesQuery({
    queryKey: ['search', words, kind ?? ''],
    limit: PAGE_SIZE,
    read: (page, signal) =>
      answerOf(api.GET('/api/client/search', { params: { query: { ...which, ...page } }, signal })),
    cursorOf: ({ at, entry_id: id }) => `${at},${id}`,
  });
  return infiniteQueryOptions({ ...pages, placeholderData: keepPreviousData });
}
