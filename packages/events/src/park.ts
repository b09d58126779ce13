import { AT_ONCE, rows } from '@svc/database';
import { HUB_HEARTBEAT_STALE_MS } from '@svc/domain';
import type { Pool } from 'pg';
import { LISTED_SINCE } from './receipt-sql.js';
import { allTypes, reaches } from './route.js';

/**
 * Parks events, and returns for each the owner of its agent; `null` for an event that is not pending, or whose agent can be reached.
 *
 * @param options.passesOver does not wait for agents that another transaction holds, and leaves their events: for the announcer, which parks
 *   events of many agents at once. The router waits, because it has nowhere else to take an event.
 */
export async function park(
  pool: Pool,
  eventIds: string[],
  { passesOver }: { passesOver: boolean },
): Promise<(string | null)[]> {
  const statement = passesOver ? PARK_UNHELD : PARK;
  const parked = await rows<{ id: string; owner_id: string }>(pool, statement, [eventIds]);
  const owners = new Map(parked.map((row) => [row.id, row.owner_id]));
  return eventIds.map((eventId) => owners.get(eventId) ?? null);
}

/**
 * Parks events whose agents count as offline, and tells the hubs that counted as gone. A hub that only paused still has its agents, and has to hear that
 * their events were parked. This statement and the hub's heartbeat both lock the hub's row:
 *
 * - The heartbeat was committed first: it is seen here, whatever this statement's snapshot says, since the row is read when it is locked.
 *   The hub is not silent then, and its agents' events stay pending.
 * - The parking is committed first: the heartbeat, which had to wait for it, returns a count that the hub does not know, so the hub reads
 *   what is open once more, and finds what was parked.
 *
 * In the same way this statement and a change of the agent's webhook both lock the agent's row. A webhook that is set first is seen here. A webhook that
 * is set later takes up the parked events ({@link takeUpWaiting}).
 *
 * An agent that connects again writes no row of a hub. It reads its open events after its session is committed. If it reads before the parking, it finds the
 * event pending. If it reads later, the event waits for a poll, like every event from before a connect.
 *
 * Events and agents are looked up by their ids. The planner believes that few events are pending, and would read the index of pending events
 * again and again while there are very many. The one join of many rows with many is full, because a full join is never a nested loop.
 */
function parkSql(agentsHeld: '' | 'SKIP LOCKED'): string {
  return `
    WITH asked AS MATERIALIZED (
      SELECT e.* FROM unnest($1::text[]) AS u (id)
       CROSS JOIN LATERAL (SELECT event_id, agent_id, type, state FROM open_event WHERE event_id = u.id OFFSET 0) e
       WHERE e.state = 'pending'
    ), silent AS MATERIALIZED (
      SELECT h.slot FROM hub h
       WHERE h.slot = ANY (ARRAY(SELECT s.slot FROM agent_session s WHERE s.agent_id = ANY (ARRAY(SELECT agent_id FROM asked))))
         AND h.heartbeat_at <= now() - interval '${HUB_HEARTBEAT_STALE_MS} milliseconds'
       ORDER BY h.slot FOR NO KEY UPDATE
    ), offline AS MATERIALIZED (
      SELECT a.id, a.owner_id, a.webhook_url, a.push_triggers_to_webhook FROM agent a
       WHERE a.id = ANY (ARRAY(SELECT agent_id FROM asked))
         AND (
           SELECT s.id FROM agent_session s JOIN hub h ON h.slot = s.slot AND h.epoch = s.epoch
            WHERE s.agent_id = a.id AND (s.revoke_at IS NULL OR s.revoke_at > now())
              AND h.slot NOT IN (SELECT slot FROM silent) LIMIT 1) IS NULL
       ORDER BY a.id FOR SHARE OF a ${agentsHeld}
    ), told AS (
      UPDATE hub h SET passed_over = h.passed_over + 1 FROM silent WHERE h.slot = silent.slot
    ), unreached AS MATERIALIZED (
      SELECT CASE WHEN a.id IS NOT NULL AND NOT (${reaches('webhook', { type: 'p.type' })}) THEN p.event_id END AS event_id, p.state, a.owner_id
        FROM asked p FULL JOIN offline a ON a.id = p.agent_id
    )
    UPDATE open_event e SET state = 'waiting', attempt_after = NULL, held_since = NULL, queued_at = ${LISTED_SINCE}
      FROM unreached u
     WHERE e.event_id = u.event_id AND e.state = u.state AND (e.in_flight_until IS NULL OR e.in_flight_until < now())
    RETURNING e.event_id AS id, u.owner_id`;
}

const PARK = { name: 'event-park-5', text: parkSql('') };

const PARK_UNHELD = { name: 'event-park-unheld-3', text: parkSql('SKIP LOCKED') };

/**
 * Takes up waiting events of agents whose settings have changed so that their webhook takes the events now: at most `limit` events, which are pending and
 * due from then on. Several processes may do this at once. Returns how many events there were.
 */
export async function takeUpWaiting(pool: Pool, limit: number): Promise<number> {
  const [row] = await rows<{ taken: number }>(pool, TAKE_UP_WAITING, [limit]);
  return row?.taken ?? 0;
}

// Waiting events are looked for type by type, so that very many events of a type that the webhook does not take are not passed one by one.
const TAKE_UP_WAITING = {
  name: 'event-take-up-waiting-4',
  text: `
    WITH chosen AS MATERIALIZED (
      SELECT id, webhook_url, push_triggers_to_webhook FROM agent WHERE take_up_waiting
       ORDER BY id LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED
    ), found AS MATERIALIZED (
      SELECT w.event_id FROM chosen a CROSS JOIN ${allTypes('e')} CROSS JOIN LATERAL (
        SELECT event_id, agent_id, seq FROM open_event
         WHERE agent_id = a.id AND state = 'waiting' AND type = e.type AND (leased_until IS NULL OR leased_until <= now())
         ORDER BY seq LIMIT $1
      ) w
       WHERE ${reaches('webhook')} ORDER BY w.agent_id, w.seq LIMIT $1
    ), waiting AS MATERIALIZED (
      SELECT event_id FROM open_event WHERE event_id = ANY (ARRAY(SELECT event_id FROM found)) AND state = 'waiting'
       ORDER BY agent_id, seq FOR NO KEY UPDATE
    ), taken AS (
      UPDATE open_event e SET state = 'pending', round_start = e.attempt, last_outcome = NULL, in_flight_until = NULL, aside_since = NULL, attempt_after = ${AT_ONCE}
        FROM waiting w WHERE e.event_id = w.event_id RETURNING e.event_id
    ), done AS (
      UPDATE agent a SET take_up_waiting = false FROM chosen c
       WHERE a.id = c.id AND (SELECT count(*) FROM found) < $1
    )
    SELECT count(*) AS taken FROM taken`,
};
