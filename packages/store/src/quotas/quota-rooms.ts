import { AT_ONCE, NOW_MS, rows, transaction } from '@svc/database';
import type { Statement } from '@svc/database';
import { EVENT_TYPES, quotaExceeded } from '@svc/domain';
import type { Quotas } from '@svc/domain';
import type { Pool } from 'pg';
import { LATEST_FIRST } from '../messages/conversation-order.js';

/** Quotas of which each creation takes a place, because counting at each creation would cost too much. */
export type RoomQuota = 'events_waiting_per_agent' | 'conversations_per_user';

/** Pending events of other types that one count passes at most, beside those that it counts. */
const PASSED_MAX = 100_000;

/** Who has used up a quota is counted again when this long has passed for each thing that there may be. */
export const COUNTED_FOR = `interval '10 microseconds'`;

/** How often a creation may find the room gone that it has just counted, because others took it. */
export const COUNTS_MAX = 5;

interface Room {
  table: 'event_room' | 'conversation_room';
  holder: 'agent_id' | 'user_id';
  holders: 'agent' | '"user"';
  /** Counts what the holder `$1` has, up to `$2`. */
  count: string;
}

const COUNTED_TYPES = EVENT_TYPES.filter((type) => type !== 'task_trigger')
  .map((type) => `'${type}'`)
  .join(', ');

/**
 * What waits for an agent and is no trigger; triggers have bounds of their own. Of events that are not pending, the index names the types. Those that are
 * pending are few, or their agent cannot be reached and they are being parked.
 */
const EVENTS_WAITING = `
  SELECT count(*)::int AS used FROM (
    SELECT 1 FROM (
      SELECT type FROM open_event WHERE agent_id = $1 AND state = 'pending' ORDER BY seq DESC LIMIT $2 + ${PASSED_MAX}
    ) pending WHERE type <> 'task_trigger'
    UNION ALL
    SELECT 1 FROM open_event
     WHERE agent_id = $1 AND state IN ('waiting', 'failed') AND type IN (${COUNTED_TYPES})
    LIMIT $2
  ) waiting`;

/** The order of an index of the user's own. Where there are few users, PostgreSQL would otherwise go through the conversations of all. */
const CONVERSATIONS = `
  SELECT count(*)::int AS used FROM (SELECT 1 FROM conversation WHERE user_id = $1 ORDER BY ${LATEST_FIRST} LIMIT $2) known`;

const ROOMS: Record<RoomQuota, Room> = {
  events_waiting_per_agent: {
    ...{ table: 'event_room', holder: 'agent_id', holders: 'agent' },
    count: EVENTS_WAITING,
  },
  conversations_per_user: {
    ...{ table: 'conversation_room', holder: 'user_id', holders: '"user"' },
    count: CONVERSATIONS,
  },
};

/**
 * A statement that takes one of the places that are left; it returns a row if there was one. It is put into the statement that creates, whose commit
 * gives the row free. `max` is an expression of the quota; the place of another quota is not taken.
 */
export function takePlace(quota: RoomQuota, { holder, max }: { holder: string; max: string }): string {
  const { table, holder: column } = ROOMS[quota];
  return `UPDATE ${table} room SET room_left = room.room_left - 1
        FROM (SELECT ${holder} AS id) holder
       WHERE room.${column} = holder.id AND room.counted_for = ${max} AND room.room_left > 0 RETURNING 1`;
}

/**
 * Writes something that takes places, and counts anew when none is left. Things that went meanwhile give room only then.
 *
 * @param write resolves with the quota that had no place left for it, in which case nothing was written.
 * @throws ServiceError `quota_exceeded`.
 */
export async function withPlaces<Written>(
  { pool, quotas }: { pool: Pool; quotas: Quotas },
  write: () => Promise<{ written: Written } | { full: RoomQuota; holder: string }>,
): Promise<Written> {
  for (let counts = 0; ; counts += 1) {
    const outcome = await write();
    if ('written' in outcome) return outcome.written;
    const { full, holder } = outcome;
    if (counts === COUNTS_MAX || !(await recount(pool, { quota: full, holder, max: quotas[full] }))) {
      throw quotaExceeded(full, quotas);
    }
  }
}

/** Counts what there is and writes down what is left. Whether anything is. */
async function recount(
  pool: Pool,
  { quota, holder, max }: { quota: RoomQuota; holder: string; max: number },
): Promise<boolean> {
  const { open, hold, count, write } = STATEMENTS[quota];
  return transaction(pool, async (client) => {
    await rows(client, open, [holder]);
    // Whoever has taken a place has committed when the row is held, so the next statement sees everything that was made.
    const [held] = await rows<{ room_left: number; is_recent: boolean }>(client, hold, [holder, max]);
    if (held === undefined) return false;
    if (held.room_left > 0) return true;
    if (held.is_recent) return false;
    const [counted] = await rows<{ used: number }>(client, count, [holder, max]);
    const left = Math.max(0, max - (counted?.used ?? max));
    await rows(client, write, [holder, max, left]);
    return left > 0;
  });
}

export const STATEMENTS = {
  events_waiting_per_agent: statementsOf('events_waiting_per_agent'),
  conversations_per_user: statementsOf('conversations_per_user'),
};

// No row is made for a holder that is gone. A count for another quota says nothing.
function statementsOf(quota: RoomQuota): Record<'open' | 'hold' | 'count' | 'write', Statement> {
  const { table, holder, holders, count } = ROOMS[quota];
  return {
    open: {
      name: `${table}-open-2`,
      text: `INSERT INTO ${table} (${holder}, room_left, counted_for, counted_at)
             SELECT id, 0, 0, ${AT_ONCE} FROM ${holders} WHERE id = $1 ON CONFLICT DO NOTHING`,
    },
    hold: {
      name: `${table}-hold`,
      text: `
        SELECT CASE WHEN counted_for = $2::int THEN room_left ELSE 0 END AS room_left,
               counted_for = $2::int AND counted_at BETWEEN clock_timestamp() - $2::int * ${COUNTED_FOR} AND clock_timestamp() AS is_recent
          FROM ${table} WHERE ${holder} = $1 FOR NO KEY UPDATE`,
    },
    count: { name: `${table}-count-2`, text: count },
    write: {
      name: `${table}-write-2`,
      text: `UPDATE ${table} SET room_left = $3, counted_for = $2, counted_at = ${NOW_MS} WHERE ${holder} = $1`,
    },
  };
}
