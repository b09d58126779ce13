import { rows } from '@svc/database';
import type { Pool, QueryResult } from 'pg';
import {
  boundAt,
  LOCK_NOT_AVAILABLE,
  RANGED,
  RANGES_LOCK_KEY,
  RANGES_LOCK_WAIT,
  readRanges,
  UNDEFINED_TABLE,
} from './event-ranges.js';
import type { EventRange } from './event-ranges.js';

/** So many events are moved out of a range at most before it is dropped. If more have to stay, the range stays and is gone through row by row. */
export const MOVED_MAX = 500;

export interface DroppedRange {
  /** By the planner's statistics: nobody counts the rows of a range. */
  events: number;
  attempts: number;
}

/** The tables of the log that are gone through row by row. */
export interface WalkedTables {
  /**
   * Those whose old events are looked at: the default, which is no range; the first range, which has no lower end; and those of which too much is to be
   * kept, or which the role does not own. In all others nothing goes before everything is old enough.
   */
  old: string[];
  /** Those that hold events whose ids are ahead of the clock, if there are any. They would not be old enough before the clock has come to their ids. */
  ahead: string[];
}

/** How retention goes through the log. */
export interface DueRanges {
  /** The oldest range that may be dropped: all its events were written before this moment, and few or none of them have to stay. */
  droppable: EventRange | null;
  walked: WalkedTables;
}

export async function readDueRanges(pool: Pool, before: Date): Promise<DueRanges> {
  const due: DueRanges = { droppable: null, walked: { old: ['event_default'], ahead: ['event_default'] } };
  const [state] = await rows<{ now_ms: number; is_ours: boolean }>(pool, READ_STATE, []);
  if (state === undefined) throw new Error('The database did not tell its time');
  for (const range of await readRanges(pool)) {
    // Events with a greater id have not been kept for the days yet, because an id begins with its time.
    const isDue = range.to <= boundAt(before.getTime());
    // Only the owner of the tables may drop them.
    const isDroppable = isDue && state.is_ours && !(await keepsMany(pool, range, before));
    if (isDroppable) due.droppable ??= range;
    const table = `event_${range.name}`;
    if (range.from === null || (isDue && !isDroppable)) due.walked.old.push(table);
    if (range.to > boundAt(state.now_ms)) due.walked.ahead.push(table);
  }
  return due;
}

async function keepsMany(pool: Pool, range: EventRange, before: Date): Promise<boolean> {
  try {
    return (await kept(pool, range, before)).length > MOVED_MAX;
  } catch (error) {
    // Another process has just dropped it. If this process tries to drop it as well, it finds that out under the lock.
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return false;
    throw error;
  }
}

/**
 * Drops a range. Events of it that are open, or ended after this moment, are moved to the default with their attempts. The tables are locked for
 * some milliseconds. Returns `null` if the locks are not granted soon, if too much has to stay, or if another process does the same.
 */
export async function dropRange(pool: Pool, range: EventRange, before: Date): Promise<DroppedRange | null> {
  try {
    const results = (await pool.query(dropping(range, before))) as unknown as QueryResult<DroppedRange>[];
    return results.at(-1)?.rows[0] ?? null;
  } catch (error) {
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return null;
    throw error;
  }
}

/** The ids of the events of a range that have to stay, one more than may be moved at most. */
async function kept(pool: Pool, range: EventRange, before: Date): Promise<string[]> {
  const { rows: found } = await pool.query<{ event_id: string }>(keptOf(range, before));
  return found.map((row) => row.event_id);
}

/** As SQL. Ends are found by their time, because no index begins with the id of their event; that of the time is one of blocks (BRIN). */
function keptOf({ name, from, to }: EventRange, before: Date): string {
  return `
    (SELECT event_id FROM open_event WHERE event_id >= '${from ?? ''}' AND event_id < '${to}' LIMIT ${MOVED_MAX + 1})
    UNION ALL
    (SELECT event_id FROM event_end_${name} WHERE ended_at > '${before.toISOString()}' LIMIT ${MOVED_MAX + 1})
    LIMIT ${MOVED_MAX + 1}`;
}

/**
 * Everything in one message, which is one transaction: while the tables are locked, nobody waits for this process to send the next statement. Such a
 * message takes no parameters. The names and the ends of the ranges are PostgreSQL's, and the moment is written by us.
 */
function dropping(range: EventRange, before: Date): string {
  const { name } = range;
  const tables = Object.keys(RANGED);
  const estimate = (table: string): string =>
    `(SELECT GREATEST(reltuples, 0)::bigint FROM pg_class WHERE oid = '${table}_${name}'::regclass)`;
  return `
    DO $drop$
    DECLARE
      ids text[];
    BEGIN
      ${RANGES_LOCK_WAIT};
      IF NOT pg_try_advisory_xact_lock(${RANGES_LOCK_KEY}) THEN RETURN; END IF;
      LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE;
      IF NOT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass('event_${name}')) THEN RETURN; END IF;
      -- No statement below reads a table from end to end, whatever is known of it.
      SET LOCAL enable_seqscan = off;
      -- From here on nobody opens an event of the range again.
      ids := ARRAY(${keptOf(range, before)});
      IF cardinality(ids) > ${MOVED_MAX} THEN RETURN; END IF;
      PERFORM set_config('svc.dropped_events', GREATEST(0, ${estimate('event')} - cardinality(ids))::text, true),
              set_config('svc.dropped_attempts', ${estimate('delivery_attempt')}::text, true);
      ${tables.map((table) => `ALTER TABLE ${table} DETACH PARTITION ${table}_${name};`).join(' ')}
      INSERT INTO event SELECT * FROM event_${name} WHERE id = ANY (ids);
      INSERT INTO event_end SELECT * FROM event_end_${name} WHERE ended_at > '${before.toISOString()}';
      INSERT INTO delivery_attempt SELECT * FROM delivery_attempt_${name} WHERE event_id = ANY (ids);
      ${tables.map((table) => `DROP TABLE ${table}_${name};`).join(' ')}
    END $drop$;
    SELECT events::int, current_setting('svc.dropped_attempts')::int AS attempts
      FROM nullif(current_setting('svc.dropped_events', true), '') AS events WHERE events IS NOT NULL`;
}

const READ_STATE = {
  name: 'event-range-read-state',
  text: `
    SELECT (extract(epoch FROM now()) * 1000)::bigint AS now_ms, pg_has_role(relowner, 'USAGE') AS is_ours
      FROM pg_class WHERE oid = 'event'::regclass`,
};
