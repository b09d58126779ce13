import type { Statement } from '@svc/database';

/** Rows of one table that a step looks at, and so removes, at most. */
export const ROWS_PER_STEP = 500;

/** Rows that are as old as this, or older, have been kept for their days. */
export const BOUND = `$1::timestamptz`;

/**
 * Makes a transaction's statements read the index in its order and stop at the limit. The planner does not know the values of a prepared statement. It
 * would believe that few rows are due, and would read and sort all of them in each step.
 */
export const READ_IN_ORDER =
  'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off';

/** For how many seconds a row has been due whose days count from `since`. */
export function overdue(since: string): string {
  return `extract(epoch FROM ${BOUND} - ${since})::float8`;
}

export interface Looked {
  /** Names the statement. */
  kind: string;
  table: string;
  /** What the days are counted from, and an index begins with, as an expression over the row `x`. */
  time: string;
  /** The condition of that index over `x`. */
  among: string;
  /** A condition over `x`: something still needs the row, however old it is. Looked up row by row, never by a join. */
  stays: string;
  /** Common table expressions between `due (id, …)` and `locked`, with a comma behind them, and the columns of `x` that `due` has for them. */
  held?: string;
  dueColumns?: string;
  /** A condition over `x` on what they hold. */
  isFree?: string;
}

/**
 * A statement that looks at the next rows after a place, `$2` and `$3`, in the order of their time, and locks the rows that may be removed. It waits
 * for no lock. A row that stays is looked at once in a pass, because each step goes on where the previous one ended. A row is locked by its
 * id, and its condition is checked again, because the row may have changed meanwhile. This second condition names no index.
 *
 * Returns one row: `chosen`, the ids of what is locked; `looked`, how many rows were looked at; `time`, `id` and `overdue_seconds` of the last
 * of them, or null; `blocked_seconds`, for how long the oldest row that others hold has been due, or null.
 */
export function lookStatement({
  kind,
  table,
  time,
  among,
  stays,
  held = '',
  dueColumns = '',
  isFree = 'true',
}: Looked): Statement {
  return {
    name: `retention-look-${kind}-5`,
    text: `
    WITH looked AS MATERIALIZED (
      SELECT x.id, ${time} AS time FROM ${table} x
       WHERE ${among} AND ${time} <= ${BOUND} AND ${time} >= $2::timestamptz AND (${time} > $2 OR x.id COLLATE "C" > $3)
       ORDER BY ${time}, x.id COLLATE "C" LIMIT ${ROWS_PER_STEP}
    ), due AS MATERIALIZED (
      SELECT x.id${dueColumns} FROM ${table} x WHERE x.id = ANY (ARRAY(SELECT id FROM looked)) AND NOT (${stays})
    ), ${held}locked AS MATERIALIZED (
      SELECT x.id FROM ${table} x
       WHERE x.id = ANY (ARRAY(SELECT id FROM due)) AND CASE WHEN ${among} AND ${isFree} THEN true END FOR UPDATE SKIP LOCKED
    ), last AS MATERIALIZED (
      SELECT max(time) AS time FROM looked
    )
    SELECT ARRAY(SELECT id FROM locked) AS chosen, (SELECT count(*)::int FROM looked) AS looked,
           last.time, (SELECT max(id COLLATE "C") FROM looked WHERE time = last.time) AS id, ${overdue('last.time')} AS overdue_seconds,
           (SELECT ${overdue('min(time)')} FROM looked
             WHERE id IN (SELECT id FROM due EXCEPT SELECT id FROM locked)) AS blocked_seconds
      FROM last`,
  };
}

/** A condition: an event that tells of a message or a decision, whose id `subject` is, has not reached its agent. The index of subjects leaves out runs. */
export function isUntold(subject: string): string {
  return `
    (SELECT 1 FROM open_event e WHERE e.subject_id = ${subject} AND NOT starts_with(e.subject_id, 'run_') LIMIT 1) IS NOT NULL`;
}
