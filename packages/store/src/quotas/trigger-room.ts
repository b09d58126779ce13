import { AT_ONCE, NOW_MS, rows, transaction } from '@svc/database';
import type { Pool } from 'pg';
import { COUNTED_FOR } from './quota-rooms.js';

/** As long as more triggers than this have room, nobody counts and nobody waits for anybody. Fewer are being taken in at one instant. */
const FAR_FROM_FULL = 1_000;

/**
 * When an agent comes near its quota, calls that have seen it far from it may still be under way. So many places are held back until the next count, which sees
 * them. A statement takes in 64 calls, and a process runs two at once.
 */
const UNDER_WAY_MAX = 500;

/** What is left where the last count found nothing. That is believed for a while, because counting many costs. */
const FULL = -1;

/**
 * Common table expressions behind `call`, the calls that were found, up to `asked`, in which a call is only new if the triggers that wait for its agent leave a
 * place for it. `$8` is how many may wait; 0 is as many as come. A call without a place has `lacks_place`.
 *
 * Every trigger takes one of its agent's event numbers. So a count is a bound for later, and until the agent has had as many new events as there was room, less
 * 1,000, nothing is written here. After that each new call takes a place of the agent's row. A row without places is not held, so nobody waits here for a count.
 */
export function takeTriggerPlaces(found: string): string {
  return `
    found AS MATERIALIZED (${found}
    ), near_agent AS MATERIALIZED (
      SELECT agent_id, count(*)::int AS wanted FROM found WHERE is_new AND NOT is_far_of_agent GROUP BY agent_id
    ), trigger_room_held AS MATERIALIZED (
      SELECT m.agent_id, m.room_left FROM trigger_room m
       WHERE m.agent_id = ANY (ARRAY(SELECT agent_id FROM near_agent)) AND m.counted_for = $8::int AND m.room_left > 0
       ORDER BY m.agent_id FOR NO KEY UPDATE
    ), trigger_places_taken AS (
      UPDATE trigger_room m SET room_left = GREATEST(0, m.room_left - n.wanted)
        FROM near_agent n JOIN trigger_room_held h ON h.agent_id = n.agent_id
       WHERE m.agent_id = n.agent_id
    ), placed AS MATERIALIZED (
      SELECT f.*, f.is_new AND NOT f.is_far_of_agent
             AND row_number() OVER (PARTITION BY f.agent_id, f.is_new ORDER BY f.ord)
                 > coalesce((SELECT h.room_left FROM trigger_room_held h WHERE h.agent_id = f.agent_id), 0) AS lacks_place
        FROM found f
    ), asked AS MATERIALIZED (
      SELECT ord, task_id, agent_id, payload_hash, payload, run_id, event_id, version, last_seq, is_far, former_run_id, is_proven, enabled, name,
             prompt,
             is_new AND NOT lacks_place AS is_new, lacks_place
        FROM placed
    )`;
}

/** Whether an agent whose row is `m` and whose counter is `k` is far from the quota `$8`, as an expression. */
export const IS_FAR_OF_AGENT = `coalesce($8::int = 0 OR (m.counted_for = $8::int AND k.last_seq < m.uncounted_until_seq), false)`;

/** Counts the triggers that wait for an agent, and writes down how many more may. Whether any may. */
export async function recountTriggers(
  pool: Pool,
  { agentId, max }: { agentId: string; max: number },
): Promise<boolean> {
  if ((await rows(pool, IS_KNOWN_FULL, [agentId, max])).length > 0) return false;
  return transaction(pool, async (client) => {
    await rows(client, OPEN, [agentId]);
    // The agent's number is read before the count, so what comes in between counts twice, and not never.
    const [held] = await rows<HeldRow>(client, HOLD, [agentId, max]);
    if (held === undefined || held.is_recent) return false;
    if (held.has_room) return true;
    const [counted] = await rows<{ used: number }>(client, COUNT_TRIGGERS, [agentId, max]);
    const left = max - (counted?.used ?? max);
    const isNear = left <= FAR_FROM_FULL;
    const places = Math.max(0, isNear && held.was_far ? left - UNDER_WAY_MAX : left);
    const uncountedUntil = isNear ? null : held.last_seq + left - FAR_FROM_FULL;
    const roomLeft = places > 0 ? places : FULL;
    await rows(client, WRITE, [agentId, max, isNear ? roomLeft : 0, uncountedUntil]);
    return places > 0;
  });
}

interface HeldRow {
  last_seq: number;
  has_room: boolean;
  was_far: boolean;
  is_recent: boolean;
}

const OPEN = {
  name: 'trigger-room-open-2',
  text: `INSERT INTO trigger_room (agent_id, room_left, counted_for, counted_at)
         SELECT id, 0, 0, ${AT_ONCE} FROM agent WHERE id = $1 ON CONFLICT DO NOTHING`,
};

const IS_RECENT = `m.counted_for = $2::int AND m.room_left = ${FULL}
             AND m.counted_at BETWEEN clock_timestamp() - $2::int * ${COUNTED_FOR} AND clock_timestamp()`;

// Whoever floods an agent that is full asks this again and again, so it locks nothing.
const IS_KNOWN_FULL = {
  name: 'trigger-room-is-known-full',
  text: `SELECT 1 FROM trigger_room m WHERE m.agent_id = $1 AND ${IS_RECENT}`,
};

const HOLD = {
  name: 'trigger-room-hold',
  text: `
    SELECT k.last_seq, m.counted_for = $2::int AND (m.room_left > 0 OR coalesce(k.last_seq < m.uncounted_until_seq, false)) AS has_room,
           m.counted_for = $2::int AND m.uncounted_until_seq IS NOT NULL AS was_far,
           ${IS_RECENT} AS is_recent
      FROM trigger_room m JOIN agent_counter k ON k.agent_id = m.agent_id WHERE m.agent_id = $1 FOR NO KEY UPDATE OF m`,
};

// The order of an index of the agent's own events. Where there are few agents, PostgreSQL would otherwise go through those of all.
export const COUNT_TRIGGERS = {
  name: 'trigger-room-count-2',
  text: `
    SELECT count(*)::int AS used FROM (
      ${['pending', 'waiting', 'failed']
        .map(
          (state) =>
            `(SELECT 1 FROM open_event WHERE agent_id = $1 AND state = '${state}' AND type = 'task_trigger' ORDER BY seq LIMIT $2)`,
        )
        .join(' UNION ALL ')}
      LIMIT $2
    ) waiting`,
};

const WRITE = {
  name: 'trigger-room-write-2',
  text: `
    UPDATE trigger_room
       SET room_left = $3, uncounted_until_seq = $4, counted_for = $2, counted_at = ${NOW_MS}
     WHERE agent_id = $1`,
};
