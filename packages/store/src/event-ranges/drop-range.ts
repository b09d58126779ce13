import { rows, transaction } from '@svc/database';
import type { ClientBase, Pool } from 'pg';
import { BOUND } from '../retention/look.js';
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
 * some milliseconds. Returns `null` if the locks are not granted soon, or if another process does the same.
 */
export async function dropRange(pool: Pool, range: EventRange, before: Date): Promise<DroppedRange | null> {
  try {
    return await transaction(pool, (client) => drop(client, range, before));
  } catch (error) {
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return null;
    throw error;
  }
}

async function drop(client: ClientBase, range: EventRange, before: Date): Promise<DroppedRange | null> {
  await client.query(RANGES_LOCK_WAIT);
  const [state] = await rows<{ is_ours: boolean }>(client, BEGIN_DROPPING, [RANGES_LOCK_KEY]);
  if (state?.is_ours !== true) return null;
  const tables = Object.keys(RANGED);
  await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  const isThere = (await readRanges(client)).some(({ name }) => name === range.name);
  if (!isThere) return null;
  // From here on nobody opens an event of the range again.
  const ids = await kept(client, range, before);
  if (ids.length > MOVED_MAX) return null;
  const [counts] = await rows<DroppedRange>(client, ESTIMATE, [
    `event_${range.name}`,
    `delivery_attempt_${range.name}`,
  ]);
  for (const table of tables)
    await client.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_${range.name}`);
  for (const [table, key] of Object.entries(RANGED))
    await client.query(
      `INSERT INTO ${table} SELECT * FROM ${table}_${range.name} WHERE ${key} = ANY ($1::text[])`,
      [ids],
    );
  for (const table of tables) await client.query(`DROP TABLE ${table}_${range.name}`);
  return { events: Math.max(0, (counts?.events ?? 0) - ids.length), attempts: counts?.attempts ?? 0 };
}

/** The ids of the events of a range that have to stay, one more than may be moved at most. The index of the ends is one of blocks (BRIN). */
async function kept(
  client: Pool | ClientBase,
  { name, from, to }: EventRange,
  before: Date,
): Promise<string[]> {
  const { rows: found } = await client.query<{ event_id: string }>(
    `(SELECT event_id FROM open_event WHERE event_id >= $2 AND event_id < $3 LIMIT ${MOVED_MAX + 1})
     UNION ALL
     (SELECT event_id FROM event_end_${name} WHERE ended_at > ${BOUND} LIMIT ${MOVED_MAX + 1})
     LIMIT ${MOVED_MAX + 1}`,
    [before, from ?? '', to],
  );
  return found.map((row) => row.event_id);
}

const READ_STATE = {
  name: 'event-range-read-state',
  text: `
    SELECT (extract(epoch FROM now()) * 1000)::bigint AS now_ms, pg_has_role(relowner, 'USAGE') AS is_ours
      FROM pg_class WHERE oid = 'event'::regclass`,
};

const BEGIN_DROPPING = {
  name: 'event-range-begin-dropping',
  text: `SELECT pg_try_advisory_xact_lock($1::bigint) AS is_ours`,
};

const ESTIMATE = {
  name: 'event-range-estimate',
  text: `
    SELECT (SELECT GREATEST(reltuples, 0)::bigint FROM pg_class WHERE oid = to_regclass($1)) AS events,
           (SELECT GREATEST(reltuples, 0)::bigint FROM pg_class WHERE oid = to_regclass($2)) AS attempts`,
};
