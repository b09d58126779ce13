import { rows } from '@svc/database';
import { EVENT_TAKE_UP_AFTER_MS } from '@svc/domain';
import type { Pool } from 'pg';
import { RETRY_OVERDUE_MS } from './webhook-due.js';
import { onlineSlot } from './websocket.js';

/** How long an event that was claimed here belongs to the process that claimed it, in milliseconds. */
const CLAIMED_FOR_MS = 60_000;

export type UnreachedEvents = ReturnType<typeof unreachedEventQueries>;

export function unreachedEventQueries(pool: Pool) {
  return {
    /**
     * Claims pending events that no hub can push, because their agent is offline, and whose webhook attempt, if they have one, is due now.
     * Otherwise the broker would bring them to the fallback and the dispatcher. One caller gets an event, and nobody else for a minute.
     * Oldest first.
     */
    async claimUnreached(limit: number): Promise<string[]> {
      const found = await rows<{ id: string }>(pool, CLAIM_UNREACHED, [limit]);
      return found.map(({ id }) => id).sort();
    },
  };
}

// An event is new as long as its `attempt_after` is no further ahead than at its birth.
const CLAIM_UNREACHED = {
  name: 'event-claim-unreached-2',
  text: `
    WITH unreached AS (
      SELECT e.event_id FROM open_event e
       WHERE e.state = 'pending' AND e.attempt_after <= now() + interval '${EVENT_TAKE_UP_AFTER_MS} milliseconds'
         AND (e.attempt = e.round_start OR e.attempt_after <= now() + interval '${RETRY_OVERDUE_MS} milliseconds')
         AND (e.in_flight_until IS NULL OR e.in_flight_until < now())
         AND ${onlineSlot('e.agent_id')} IS NULL
       ORDER BY e.attempt_after LIMIT $1 FOR UPDATE OF e SKIP LOCKED
    )
    UPDATE open_event e SET attempt_after = now() + interval '${CLAIMED_FOR_MS} milliseconds'
      FROM unreached u WHERE e.event_id = u.event_id
    RETURNING e.event_id AS id`,
};
