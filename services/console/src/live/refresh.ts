import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/** A first read under way begins anew: its answer may be older than the change, and would count as fresh. */
export async function refresh(queries: QueryClient, filters: QueryFilters = {}): Promise<void> {
  await queries.cancelQueries({ ...filters, predicate: ({ state }) => state.data === undefined });
  await queries.invalidateQueries(filters);
}
