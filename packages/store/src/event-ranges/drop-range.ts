import { rows, transaction } from '@svc/database';
import type { ClientBase, Pool } from 'pg';
import { BOUND } from '../retention/look.js';
import { RANGED, RANGES_LOCK_KEY, RANGES_LOCK_WAIT, readRanges } from './event-ranges.js';
import type { EventRange } from './event-ranges.js';

/** Events that are moved out of a range before it is dropped. Where more are to be kept, the range stays and is gone through row by row. */
export const MOVED_MAX = 500;

/** What SQLSTATE says of a lock that was not granted in time (PostgreSQL, appendix A). */
const LOCK_NOT_AVAILABLE = '55P03';

export interface DroppedRange {
  /** By the planner's statistics: nobody counts what is dropped. */
  events: number;
  attempts: number;
}

/** What retention finds of the ranges. */
export interface DueRanges {
  /** Whose events are all old enough, and of which few or none are to be kept. */
  droppable: EventRange[];
  /** What is gone through row by row: where only some are old enough, or too many are to be kept. */
  walked: string[];
}

/**
 * Ranges that have been written for as many days or more. The first range has no lower end, and the default has no range, so what is old in them goes row
 * by row; in all others nothing goes before everything is old enough.
 */
export async function dueRanges(client: Pool | ClientBase, days: number): Promise<DueRanges> {
  const [now] = await rows<{ last_id: string }>(client, LAST_ID, [days]);
  const due: DueRanges = { droppable: [], walked: ['event_default'] };
  for (const range of await readRanges(client)) {
    const isDue = now !== undefined && range.to <= now.last_id;
    if (isDue && (await kept(client, range, days)).length <= MOVED_MAX) due.droppable.push(range);
    else if (isDue || range.from === null) due.walked.push(`event_${range.name}`);
  }
  return due;
}

/**
 * Drops a range: what is open in it, or ended less than so many days ago, is moved to the default, with its attempts. It holds the tables for some
 * milliseconds, and gives up if it is not granted them at once. Returns `null` then, or if another process does the same.
 */
export async function dropRange(pool: Pool, range: EventRange, days: number): Promise<DroppedRange | null> {
  try {
    return await transaction(pool, (client) => drop(client, range, days));
  } catch (error) {
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return null;
    throw error;
  }
}

async function drop(client: ClientBase, range: EventRange, days: number): Promise<DroppedRange | null> {
  await client.query(RANGES_LOCK_WAIT);
  const [state] = await rows<{ is_ours: boolean }>(client, BEGIN_DROPPING, [RANGES_LOCK_KEY]);
  if (state?.is_ours !== true) return null;
  const tables = Object.keys(RANGED);
  await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  const isThere = (await readRanges(client)).some(({ name }) => name === range.name);
  if (!isThere) return null;
  // From here on nobody opens anything of it anew.
  const ids = await kept(client, range, days);
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

/** What a range has to keep: the ids of events, one more than may be moved at most. The ends are found by blocks, in the order in which they were written. */
async function kept(
  client: Pool | ClientBase,
  { name, from, to }: EventRange,
  days: number,
): Promise<string[]> {
  const { rows: found } = await client.query<{ event_id: string }>(
    `(SELECT event_id FROM open_event WHERE event_id >= $2 AND event_id < $3 LIMIT ${MOVED_MAX + 1})
     UNION ALL
     (SELECT event_id FROM event_end_${name} WHERE ended_at > ${BOUND} LIMIT ${MOVED_MAX + 1})
     LIMIT ${MOVED_MAX + 1}`,
    [days, from ?? '', to],
  );
  return found.map((row) => row.event_id);
}

// No event that was written later has been kept for the days.
const LAST_ID = {
  name: 'event-range-last-id',
  text: `SELECT 'evt_' || lpad(to_hex((extract(epoch FROM ${BOUND}) * 1000)::bigint), 12, '0') AS last_id`,
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
