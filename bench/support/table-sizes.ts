import type { Place } from './place.js';

export interface TableSize {
  name: string;
  /** With what is stored apart (TOAST) and the maps. */
  tableBytes: number;
  indexBytes: number;
  deadRows: number;
}

/** The sizes of all tables that hold anything, the largest first. */
export async function readTableSizes(place: Place): Promise<TableSize[]> {
  const found = await place.sql(`
    SELECT relname AS name, pg_table_size(oid)::float8 AS table_bytes, pg_indexes_size(oid)::float8 AS index_bytes,
           pg_stat_get_dead_tuples(oid)::float8 AS dead_rows
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY pg_total_relation_size(oid) DESC`);
  return found.map((row) => ({
    name: String(row['name']),
    tableBytes: Number(row['table_bytes']),
    indexBytes: Number(row['index_bytes']),
    deadRows: Number(row['dead_rows']),
  }));
}
