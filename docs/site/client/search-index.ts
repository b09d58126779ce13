import MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { INDEX_ADDRESS, INDEX_OPTIONS, SEARCH_OPTIONS } from '../src/search-options.mjs';

export interface SearchIndex {
  /** The best result first. */
  search(asked: string): SearchResult[];
}

/** Fetches the index that the build has made. */
export async function loadIndex(): Promise<SearchIndex> {
  const answer = await fetch(INDEX_ADDRESS);
  if (!answer.ok) throw new Error(`The index was not found: ${answer.status}`);
  const index = await MiniSearch.loadJSONAsync(await answer.text(), INDEX_OPTIONS);
  return { search: (asked) => index.search(asked, SEARCH_OPTIONS) };
}
