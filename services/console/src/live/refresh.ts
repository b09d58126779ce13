import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Reads what is shown anew. A first read that is under way is begun again: its answer may be from before the change, and
 * invalidating alone would let it count as fresh.
 */
export async function refresh(queries: QueryClient, filters: QueryFilters = {}): Promise<void> {
  await queries.cancelQueries({ ...filters, predicate: ({ state }) => state.data === undefined });
  await queries.invalidateQueries(filters);
}
