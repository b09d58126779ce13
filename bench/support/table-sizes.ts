import type { Place } from './place.js';

export interface TableSize {
  /** A table of the log stands for all its ranges. */
  name: string;
  /** With what is stored apart (TOAST) and the maps. */
  tableBytes: number;
  indexBytes: number;
  deadRows: number;
}

/** The sizes of all tables that hold anything, the largest first. */
export async function readTableSizes(place: Place): Promise<TableSize[]> {
  const found = await place.sql(`
    SELECT coalesce(p.relname, c.relname) AS name, sum(pg_table_size(c.oid))::float8 AS table_bytes,
           sum(pg_indexes_size(c.oid))::float8 AS index_bytes, sum(pg_stat_get_dead_tuples(c.oid))::float8 AS dead_rows
      FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
     GROUP BY 1 ORDER BY sum(pg_total_relation_size(c.oid)) DESC`);
  return found.map((row) => ({
    name: String(row['name']),
    tableBytes: Number(row['table_bytes']),
    indexBytes: Number(row['index_bytes']),
    deadRows: Number(row['dead_rows']),
  }));
}
