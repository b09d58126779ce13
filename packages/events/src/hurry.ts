import { AT_ONCE, rows } from '@svc/database';
import type { Pool } from 'pg';
import { TAKE_UP_LATER } from './append.js';

/**
 * Makes new events due at once, so that any sweeper that reaches the broker publishes them: the process that wrote them cannot. Leaves alone events that
 * are put off for longer than a new event, events that were attempted, and events that another transaction holds, because it moves them on.
 */
export async function hurry(pool: Pool, eventIds: string[]): Promise<void[]> {
  await rows(pool, HURRY, [eventIds]);
  return eventIds.map(() => undefined);
}

const HURRY = {
  name: 'event-hurry-2',
  text: `
    WITH held AS MATERIALIZED (
      SELECT event_id FROM open_event
       WHERE event_id = ANY ($1::text[]) AND state = 'pending' AND attempt = round_start
         AND attempt_after > now() AND attempt_after <= ${TAKE_UP_LATER}
       ORDER BY event_id FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE open_event e SET attempt_after = ${AT_ONCE} FROM held h WHERE e.event_id = h.event_id`,
};
