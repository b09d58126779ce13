import { rows } from '@svc/database';
import { EVENT_TAKE_UP_AFTER_MS } from '@svc/domain';
import { onlineSlot } from '@svc/events';
import type { Pool } from 'pg';

/**
 * An agent may have connected while the statement ran that saw it offline and left its event to the poll; it may have polled by then, and in
 * vain. So events of agents that are online now are taken back, unless a poll has leased them: the caller publishes them to the slot that
 * is returned by their id. An agent that connects later finds them by its poll.
 *
 * Where the database does not answer, nothing is taken back: what was committed stands, and the poll finds it.
 */
export async function pushAfterAll(pool: Pool, eventIds: string[]): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map();
  const pushed = await rows<{ id: string; slot: string }>(pool, PUSH_AFTER_ALL, [eventIds]).catch(() => []);
  return new Map(pushed.map(({ id, slot }) => [id, slot]));
}

const PUSH_AFTER_ALL = {
  name: 'event-push-after-all',
  text: `
    WITH waiting AS (
      SELECT w.id, ${onlineSlot('w.agent_id')} AS slot FROM event w
       WHERE w.id = ANY ($1::text[]) AND w.state = 'waiting' AND w.leased_until IS NULL
         FOR UPDATE OF w SKIP LOCKED
    )
    UPDATE event e
       SET state = 'pending', queued_at = NULL, attempt_after = now() + interval '${EVENT_TAKE_UP_AFTER_MS} milliseconds'
      FROM waiting w WHERE e.id = w.id AND w.slot IS NOT NULL
    RETURNING e.id, w.slot`,
};
