import { rows } from '@svc/database';
import type { Pool } from 'pg';
import { TAKE_UP_LATER } from './append.js';

/**
 * Has any sweeper that reaches the broker publish events at once, because whoever is to publish them does not. Leaves alone what is put off for
 * longer than a new event, what has been attempted, and what another transaction holds, which is moving it on.
 */
export async function hurry(pool: Pool, eventIds: string[]): Promise<void[]> {
  await rows(pool, HURRY, [eventIds]);
  return eventIds.map(() => undefined);
}

const HURRY = {
  name: 'event-hurry',
  text: `
    WITH held AS MATERIALIZED (
      SELECT event_id FROM open_event
       WHERE event_id = ANY ($1::text[]) AND state = 'pending' AND attempt = round_start
         AND attempt_after > now() AND attempt_after <= ${TAKE_UP_LATER}
       ORDER BY event_id FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE open_event e SET attempt_after = now() FROM held h WHERE e.event_id = h.event_id`,
};
