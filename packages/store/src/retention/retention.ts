import { rows, transaction } from '@svc/database';
import type { Statement } from '@svc/database';
import type { ClientBase, Pool } from 'pg';
import { UNDEFINED_TABLE } from '../event-ranges/event-ranges.js';
import { believedTime, readClock } from './clock.js';
import type { ClockReading } from './clock.js';
import { READ_IN_ORDER, ROWS_PER_STEP } from './look.js';
import { daysInUse, sayDays } from './retention-in-use.js';
import type { DaysInUse } from './retention-in-use.js';
import type { Look, RemovedRows, Retained, RetentionKind } from './retained.js';
import { ENDED_ERASURES, RETAINED_AUDIT_ADDRESSES, RETAINED_AUDIT_ENTRIES } from './retained-audit.js';
import { RETAINED_ATTEMPTS, RETAINED_EVENTS } from './retained-events.js';
import { RETAINED_MEDIA } from './retained-media.js';
import { RETAINED_CONVERSATIONS, RETAINED_MESSAGES } from './retained-messages.js';
import { RETAINED_RUNS } from './retained-runs.js';

/** The last row that a step has looked at, in the order of time. */
export interface RetentionPlace {
  time: Date;
  id: string;
  /** For how long the row has been due, if nothing keeps it, in seconds. */
  overdueSeconds: number;
}

export interface RetentionStep {
  removed: RemovedRows;
  /** For how long the oldest row that others held at this moment has been due, in seconds; 0 if there was none. */
  blockedSeconds: number;
  /** The next step of this pass looks after this place; `null` if the pass is over. */
  next: RetentionPlace | null;
}

export type Retention = ReturnType<typeof retentionQueries>;

const FIRST_PLACE: RetentionPlace = { time: new Date(0), id: '', overdueSeconds: 0 };

/**
 * Removes rows that have ended and whose days are over. Open rows stay, however old they are.
 *
 * @param now milliseconds since 1970 by the process's clock. Default: the system's.
 */
export function retentionQueries(pool: Pool, now: () => number = Date.now) {
  return {
    /** Reads the clocks that the days are counted by. Schedulers call it at least once an hour, or else a day passes before the clock is believed again. */
    readClock: (): Promise<ClockReading> => readClock(pool, new Date(now())),

    /** Says for how many days this scheduler keeps things. To be called once a minute while it runs. */
    sayDays: (days: DaysInUse): Promise<void> => sayDays(pool, days),

    /** For how many days things are kept, as schedulers say; `null` if none has ever said it. */
    daysInUse: (): Promise<DaysInUse | null> => daysInUse(pool),

    /**
     * Removes the next rows that have been kept for `days` days of 24 hours up to the time that is believed, oldest first. One transaction removes at most 500 rows
     * of a table, or one range of the event log with any number of rows, and waits for no lock of a row. Rows that others hold come up again in the next
     * pass, which begins without a place. Any number of processes may do this at once.
     *
     * @throws RangeError if `days` is not a whole number from 1 on.
     */
    async step(query: {
      kind: RetentionKind;
      days: number;
      after?: RetentionPlace | null | undefined;
    }): Promise<RetentionStep> {
      const { kind, days } = query;
      if (!Number.isInteger(days) || days < 1) throw new RangeError(`${days} is not a number of days`);
      const retained = RETAINED[kind];
      const after = query.after ?? FIRST_PLACE;
      const before = await momentBefore(pool, days, now());
      const isFirst = after.id === FIRST_PLACE.id;
      const { look: given } = retained;
      const read = typeof given === 'function' ? () => given(pool, { before, isFirst }) : async () => given;
      return lookedAnew(read, async (look) => {
        // There may be another range.
        if ('removed' in look) return { removed: look.removed, blockedSeconds: 0, next: FIRST_PLACE };
        return transaction(pool, (client) => step(client, { ...retained, look }, before, after));
      });
    },
  };
}

/** Does the work with a statement that names tables. If another process has dropped one of them meanwhile, does it with a statement that names the others. */
async function lookedAnew<T>(read: () => Promise<Look>, work: (look: Look) => Promise<T>): Promise<T> {
  for (let last: string | undefined; ;) {
    const look = await read();
    try {
      return await work(look);
    } catch (error) {
      const text = 'text' in look ? look.text : undefined;
      if ((error as { code?: unknown }).code !== UNDEFINED_TABLE || text === last) throw error;
      last = text;
    }
  }
}

/** What is as old as this, or older, has been kept for so many days. A day has 24 hours here, whatever the clocks do. */
async function momentBefore(pool: Pool, days: number, nowMs: number): Promise<Date> {
  const [row] = await rows<{ moment: Date }>(pool, MOMENT_BEFORE, [days, new Date(nowMs)]);
  if (row === undefined) throw new Error('The database did not tell its time');
  return row.moment;
}

export const RETAINED: Record<RetentionKind, Retained> = {
  event: RETAINED_EVENTS,
  attempt: RETAINED_ATTEMPTS,
  run: RETAINED_RUNS,
  message: RETAINED_MESSAGES,
  conversation: RETAINED_CONVERSATIONS,
  media: RETAINED_MEDIA,
  audit: RETAINED_AUDIT_ENTRIES,
  audit_address: RETAINED_AUDIT_ADDRESSES,
  erasure: ENDED_ERASURES,
};

interface LookedRow {
  chosen: string[];
  looked: number;
  /** These are `null` if there was nothing to look at. */
  time: Date | null;
  id: string | null;
  overdue_seconds: number | null;
  blocked_seconds: number | null;
}

async function step(
  client: ClientBase,
  retained: Retained & { look: Statement },
  before: Date,
  after: RetentionPlace,
): Promise<RetentionStep> {
  await client.query(READ_IN_ORDER);
  const [found] = await rows<LookedRow>(client, retained.look, [before, after.time, after.id]);
  if (found === undefined) throw new Error('A look at what is due returned nothing');
  const { chosen, looked, time, id, overdue_seconds: overdueSeconds } = found;
  const blockedSeconds = found.blocked_seconds ?? 0;
  const { removed, isWhole } =
    chosen.length === 0 ? { removed: {}, isWhole: true } : await retained.remove(client, chosen, before);
  // A row that has more parts than a step removes is looked at again.
  if (!isWhole) return { removed, blockedSeconds, next: after };
  const isOver = looked < ROWS_PER_STEP || time === null || id === null || overdueSeconds === null;
  return { removed, blockedSeconds, next: isOver ? null : { time, id, overdueSeconds } };
}

const MOMENT_BEFORE = {
  name: 'retention-moment-before',
  text: `SELECT ${believedTime('$2::timestamptz')} - $1::int * interval '24 hours' AS moment`,
};
