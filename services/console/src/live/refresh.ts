import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Reads everything that is shown again. A first read that is under way is started again. Its answer may be from before the change, and with
 * an invalidation alone it would count as fresh.
 */
export async function refresh(queries: QueryClient, filters: QueryFilters = {}): Promise<void> {
  await queries.cancelQueries({ ...filters, predicate: ({ state }) => state.data === undefined });
  await queries.invalidateQueries(filters);
}
