import { rows, transaction } from '@svc/database';
import type { ClientBase, Pool } from 'pg';

/** The tables that lie in ranges of the event's id, and the column that holds it. A statement that locks all of them does so in this order. */
export const RANGED = { event: 'id', event_end: 'event_id', delivery_attempt: 'event_id' } as const;

export interface EventRange {
  /** What its tables are called behind the name of the whole: `event_<name>`, `event_end_<name>`, `delivery_attempt_<name>`. */
  name: string;
  /** The least id in it; `null` in the first range, which has no lower end. */
  from: string | null;
  /** The first id behind it. */
  to: string;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A range is as wide as the days that events are kept, divided by this. The first event of a range is kept for so much longer. */
const RANGES_PER_RETENTION = 15;
/** The width of a range if events are kept for ever, in days. Every range makes each look-up by id a little slower. */
const WIDTH_DAYS_MAX = 30;
/** So many ranges are made before they are needed, and enough for a week at least. */
const RANGES_AHEAD = 2;
const AHEAD_DAYS_MIN = 7;

/** Held while ranges are made or dropped, by one process at a time. */
export const RANGES_LOCK_KEY = 7_221_804_214;
/**
 * Whoever changes ranges gives up when others hold one of the three tables for longer, because statements that come next wait behind it. All three
 * waits together are shorter than the time after which a statement that waits for a lock fails.
 */
export const RANGES_LOCK_WAIT = `SET LOCAL lock_timeout = '50ms'`;

/** SQLSTATEs (PostgreSQL, appendix A): a lock was not granted in time. */
export const LOCK_NOT_AVAILABLE = '55P03';
/** There is no such table: of a range, another process has dropped it. */
export const UNDEFINED_TABLE = '42P01';
/** The statement took too long. */
const QUERY_CANCELED = '57014';

/**
 * For how long PostgreSQL may read the default to attach a table, in milliseconds. It looks for rows of the new range, and nobody can use the default meanwhile. Only a
 * default that holds very many events takes so long.
 */
const ATTACH_MS_MAX = 500;

/** Everybody would have waited for the range for too long. */
export class RangeNotMadeError extends Error {
  override readonly name = 'RangeNotMadeError';

  constructor(cause: unknown) {
    super('No range was made: the default of the event log is too large, or the database too busy', {
      cause,
    });
  }
}

export type EventRanges = ReturnType<typeof eventRangeQueries>;

/**
 * The ranges of ids in which the event log lies.
 *
 * @param attachMsMax for how long nobody may be able to use the default, for each table, in milliseconds. Default 500.
 */
export function eventRangeQueries(pool: Pool, attachMsMax = ATTACH_MS_MAX) {
  return {
    /**
     * Makes the ranges that will be needed, one after the other. An event without a range goes to the default, so nothing fails.
     *
     * @param keptDays for how many days events are kept; 0 for ever.
     * @returns how many were made. Fewer than are needed, if the tables were held: the next call goes on.
     * @throws RangeNotMadeError if everybody would wait for it. Events go to the default then.
     */
    async makeAhead(keptDays: number): Promise<number> {
      for (let made = 0; ; made += 1) {
        if (!(await unlessHeld(transaction(pool, (client) => makeNext(client, keptDays, attachMsMax)))))
          return made;
      }
    },
  };
}

/** False if others held the tables. */
async function unlessHeld(making: Promise<boolean>): Promise<boolean> {
  return making.catch((error: unknown) => {
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  });
}

/** The ranges, the oldest first. */
export async function readRanges(client: Pool | ClientBase): Promise<EventRange[]> {
  const found = await rows<{ name: string; bound: string }>(client, READ_RANGES, []);
  const ranges = found.flatMap(({ name, bound }) => {
    const [, from, to] = BOUND.exec(bound) ?? [];
    return to === undefined ? [] : [{ name, from: from ?? null, to }];
  });
  return ranges.sort((a, b) => (a.to < b.to ? -1 : 1));
}

const BOUND = /^FOR VALUES FROM \((?:MINVALUE|'([^']*)')\) TO \('([^']*)'\)$/;

/** How wide a new range is, in days: a small part of the days for which events are kept, because it is dropped as a whole. */
export function rangeWidthDays(keptDays: number): number {
  return keptDays === 0
    ? WIDTH_DAYS_MAX
    : Math.min(WIDTH_DAYS_MAX, Math.ceil(keptDays / RANGES_PER_RETENTION));
}

/** False if there are enough, or somebody else is making them. */
async function makeNext(client: ClientBase, keptDays: number, attachMsMax: number): Promise<boolean> {
  await client.query(RANGES_LOCK_WAIT);
  const [state] = await rows<{ is_ours: boolean; now_ms: number }>(client, BEGIN_MAKING, [RANGES_LOCK_KEY]);
  if (state?.is_ours !== true) return false;
  const widthMs = rangeWidthDays(keptDays) * DAY_MS;
  const neededMs = state.now_ms + Math.max(RANGES_AHEAD * widthMs, AHEAD_DAYS_MIN * DAY_MS);
  const ranges = await readRanges(client);
  // A range begins where no clock has come to yet: what is written until then is, and stays, in the default.
  let free = freeFrom(nextDay(state.now_ms + HOUR_MS), ranges, widthMs);
  while (free.fromMs < neededMs) {
    // A clock that is far ahead has written to the default. The days of these ids get no range.
    const [odd] = await rows<{ id: string }>(client, OLDEST_IN_DEFAULT, [
      boundAt(free.fromMs),
      boundAt(free.toMs),
    ]);
    const oddDayMs = odd === undefined ? free.toMs : nextDay(timeOfBound(odd.id)) - DAY_MS;
    if (oddDayMs > free.fromMs) {
      await make(client, { fromMs: free.fromMs, toMs: oddDayMs, attachMsMax });
      return true;
    }
    free = freeFrom(free.fromMs + DAY_MS, ranges, widthMs);
  }
  return false;
}

/** What has no range yet, from a moment on and up to a width. Ranges may lie behind it, where the database's clock was ahead once. */
function freeFrom(
  momentMs: number,
  ranges: readonly EventRange[],
  widthMs: number,
): { fromMs: number; toMs: number } {
  let fromMs = momentMs;
  for (const { from, to } of ranges) {
    const startMs = from === null ? 0 : timeOfBound(from);
    if (startMs > fromMs) return { fromMs, toMs: Math.min(fromMs + widthMs, startMs) };
    fromMs = Math.max(fromMs, timeOfBound(to));
  }
  return { fromMs, toMs: fromMs + widthMs };
}

/**
 * Attaching a table waits only for statements that use the default, because the table takes over ids of the default. In turn they wait for the commit.
 * So the commit does not wait for the disk: a range that a crash takes back is made again. And it is sent together with what attaches: a process
 * that is busy, as at its start, would send it late. It commits, and begins the transaction that the caller ends.
 */
async function make(
  client: ClientBase,
  { fromMs, toMs, attachMsMax }: { fromMs: number; toMs: number; attachMsMax: number },
): Promise<void> {
  await client.query('SET LOCAL synchronous_commit = off');
  const name = new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '');
  for (const [table, filler] of Object.entries(FILLERS)) {
    await client.query(
      `CREATE TABLE ${table}_${name} (LIKE ${table} INCLUDING ALL) WITH (vacuum_truncate = false)`,
    );
    await client.query(`INSERT INTO ${table}_${name} ${filler}`);
    await client.query(`DELETE FROM ${table}_${name}`);
  }
  const attaching = Object.keys(RANGED).map(
    (table) =>
      `ALTER TABLE ${table} ATTACH PARTITION ${table}_${name} FOR VALUES FROM ('${boundAt(fromMs)}') TO ('${boundAt(toMs)}')`,
  );
  await client.query(`SET LOCAL statement_timeout = ${attachMsMax}`);
  try {
    await client.query([...attaching, 'COMMIT AND CHAIN'].join('; '));
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== QUERY_CANCELED) throw cause;
    throw new RangeNotMadeError(cause);
  }
}

/**
 * Rows that a new range has for a moment, four on a page, so that its file is never small. PostgreSQL reads all of a table that is tiny or empty when a
 * statement is planned, and goes on to do so when the table has grown: once a range was vacuumed or analyzed before its time came, every look-up by id
 * read all of it, by connections that had prepared the statement, until it was analyzed again.
 */
const FILLER_ROWS = `repeat('x', 1900) FROM generate_series(1, 512) AS n`;
const FILLERS: Record<keyof typeof RANGED, string> = {
  event: `(id, agent_id, seq, type, frame) SELECT n::text, '', n, 'user_message', ${FILLER_ROWS}`,
  event_end: `(event_id, agent_id, seq, type, state, attempt, ended_at, drop_reason) SELECT n::text, '', n, '', 'failed', 0, now(), ${FILLER_ROWS}`,
  delivery_attempt: `(id, event_id, retry_num, retry_reason, response) SELECT n::text, n::text, 0, '', ${FILLER_ROWS}`,
};

/** The least id of an event that is written at a moment: ids begin with their time. */
export function boundAt(timeMs: number): string {
  return `evt_${timeMs.toString(16).padStart(12, '0')}`;
}

export function timeOfBound(bound: string): number {
  return Number.parseInt(bound.slice('evt_'.length, 'evt_'.length + 12), 16);
}

function nextDay(timeMs: number): number {
  return Math.ceil((timeMs + 1) / DAY_MS) * DAY_MS;
}

const READ_RANGES = {
  name: 'event-range-read',
  text: `
    SELECT substr(c.relname, length('event_') + 1) AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'event'::regclass`,
};

const BEGIN_MAKING = {
  name: 'event-range-begin-making',
  text: `SELECT pg_try_advisory_xact_lock($1::bigint) AS is_ours, (extract(epoch FROM now()) * 1000)::bigint AS now_ms`,
};

const OLDEST_IN_DEFAULT = {
  name: 'event-range-oldest-in-default',
  text: `SELECT id FROM event_default WHERE id >= $1 AND id < $2 ORDER BY id LIMIT 1`,
};
