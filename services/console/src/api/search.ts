import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Schemas } from './client.ts';
import { readingPages } from './pages.ts';

export type SearchHit = Schemas['SearchHit'];
export type SearchKind = Schemas['SearchKind'];

const PAGE_SIZE = 20;

/** What fits, newest first. While the next words are looked for, the hits of the words before stay. */
export function searchQuery(words: string, kind: SearchKind | undefined) {
  const pages = readingPages(
    ['search', words, kind ?? ''],
    '/api/client/search',
    { query: { q: words, ...(kind !== undefined && { kind }) } },
    { limit: PAGE_SIZE, cursorOf: ({ at, entry_id: id }) => `${at},${id}` },
  );
  return infiniteQueryOptions({ ...pages, placeholderData: keepPreviousData });
}
