import { rows } from '@svc/database';
import { HUB_HEARTBEAT_STALE_MS } from '@svc/domain';
import type { Pool } from 'pg';
import { LISTED_SINCE } from './receipt-sql.js';
import { reaches } from './route.js';

/** Whether each of the events was parked: false for one that is not pending, or whose agent can be reached. */
export async function park(pool: Pool, eventIds: string[]): Promise<boolean[]> {
  const parked = await rows<{ id: string }>(pool, PARK, [eventIds]);
  const ids = new Set(parked.map(({ id }) => id));
  return eventIds.map((eventId) => ids.has(eventId));
}

/**
 * Parks events whose agents count as offline, and tells the hubs that were believed to be gone, lest one that only paused never hears of
 * what was parked under the agents that stayed connected to it. Parking and coming back meet at the hub's row, which both lock:
 *
 * - The heartbeat was committed first: it is seen here, whatever this statement's snapshot says, since the row is read when it is locked.
 *   The hub is not silent then, and its agents' events stay pending.
 * - The parking is committed first: the heartbeat, which had to wait for it, returns a count that the hub does not know, so the hub reads
 *   what is open once more, and finds what was parked.
 *
 * In the same way parking and a change of the agent's webhook meet at the agent's row: a webhook that is set first is seen here, and one that
 * is set later takes up what was parked ({@link takeUpWaiting}).
 *
 * An agent that connects anew writes no row of a hub. It reads what is open after its session is committed: before the parking it finds the
 * event pending, and afterwards the event waits for a poll, as what came before a connect does.
 */
const PARK = {
  name: 'event-park-2',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT id, agent_id FROM event WHERE id = ANY ($1::text[]) AND state = 'pending'
    ), silent AS MATERIALIZED (
      SELECT h.slot FROM hub h
       WHERE h.slot = ANY (ARRAY(SELECT s.slot FROM agent_session s WHERE s.agent_id = ANY (ARRAY(SELECT agent_id FROM asked))))
         AND h.heartbeat_at <= now() - interval '${HUB_HEARTBEAT_STALE_MS} milliseconds'
       ORDER BY h.slot FOR NO KEY UPDATE
    ), offline AS MATERIALIZED (
      SELECT a.id, a.webhook_url, a.push_triggers_to_webhook FROM agent a
       WHERE a.id = ANY (ARRAY(SELECT agent_id FROM asked))
         AND NOT EXISTS (
           SELECT 1 FROM agent_session s JOIN hub h ON h.slot = s.slot AND h.epoch = s.epoch
            WHERE s.agent_id = a.id AND (s.revoke_at IS NULL OR s.revoke_at > now())
              AND h.slot NOT IN (SELECT slot FROM silent))
       ORDER BY a.id FOR SHARE OF a
    ), told AS (
      UPDATE hub h SET passed_over = h.passed_over + 1 FROM silent WHERE h.slot = silent.slot
    )
    UPDATE event e SET state = 'waiting', attempt_after = NULL, queued_at = ${LISTED_SINCE}
      FROM offline a
     WHERE e.agent_id = a.id AND e.id = ANY ($1::text[]) AND e.state = 'pending' AND NOT (${reaches('webhook')})
    RETURNING e.id`,
};

/**
 * Sends on what waits for agents whose settings have changed so that their webhook takes it now: at most `limit` events, which are pending and
 * due from then on. Several processes may do this at once. Returns how many events there were.
 */
export async function takeUpWaiting(pool: Pool, limit: number): Promise<number> {
  const [row] = await rows<{ taken: number }>(pool, TAKE_UP_WAITING, [limit]);
  return row?.taken ?? 0;
}

const TAKE_UP_WAITING = {
  name: 'event-take-up-waiting',
  text: `
    WITH chosen AS MATERIALIZED (
      SELECT id, webhook_url, push_triggers_to_webhook FROM agent WHERE take_up_waiting
       ORDER BY id LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED
    ), waiting AS MATERIALIZED (
      SELECT e.id FROM chosen a JOIN event e ON e.agent_id = a.id
       WHERE e.state = 'waiting' AND ${reaches('webhook')} AND (e.leased_until IS NULL OR e.leased_until <= now())
       ORDER BY e.agent_id, e.seq LIMIT $1 FOR NO KEY UPDATE OF e
    ), taken AS (
      UPDATE event e SET state = 'pending', round_start = e.attempt, last_outcome = NULL, in_flight_until = NULL, attempt_after = now()
        FROM waiting w WHERE e.id = w.id RETURNING e.id
    ), done AS (
      UPDATE agent a SET take_up_waiting = false FROM chosen c
       WHERE a.id = c.id AND (SELECT count(*) FROM waiting) < $1
    )
    SELECT count(*) AS taken FROM taken`,
};
