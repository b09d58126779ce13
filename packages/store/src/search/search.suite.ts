import { parseSearch } from '@svc/domain';
import type { StoreBench } from '../bench.suite.js';
import type { Search, SearchHit } from './search.js';

/** Writes all entries that are missing, as schedulers do. */
export async function indexAll({ store }: Pick<StoreBench, 'store'>): Promise<void> {
  while ((await store.searchIndex.step()).isMore);
}

/** What a user finds. */
export function search(
  { store }: Pick<StoreBench, 'store'>,
  userId: string,
  typed: string,
  options: Partial<Search> = {},
): Promise<SearchHit[]> {
  const query = parseSearch(typed);
  if (typeof query === 'string') throw new Error(`${typed} is ${query}`);
  return store.search.search({ userId, query, limit: 50, ...options });
}
