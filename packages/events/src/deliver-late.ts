import { rows } from '@svc/database';
import type { EventChannel } from '@svc/domain';
import type { Pool } from 'pg';

/**
 * Records receipts of events that have ended as failed: an attempt outlived its lease, or a pong came after the last retry. `reached` holds the events
 * whose receipt the caller has recorded, so they are done. An event that has ended as delivered stays as it is, because its receipt is a repeat.
 */
export async function deliverLate(
  pool: Pool,
  items: readonly { eventId: string; channel: EventChannel }[],
  reached: readonly { event_id: string }[],
): Promise<void> {
  const done = new Set(reached.map((row) => row.event_id));
  const late = items.filter((item) => !done.has(item.eventId));
  if (late.length === 0) return;
  await rows(pool, DELIVER_LATE, [late.map((item) => item.eventId), late.map((item) => item.channel)]);
}

// An end is found by all of its key, which the log knows.
const DELIVER_LATE = {
  name: 'event-deliver-late',
  text: `
    WITH late AS MATERIALIZED (
      SELECT l.id, l.agent_id, l.seq, d.channel
        FROM unnest($1::text[], $2::text[]) AS d (event_id, channel)
       CROSS JOIN LATERAL (SELECT id, agent_id, seq FROM event WHERE id = d.event_id OFFSET 0) l
    ), moved AS (
      UPDATE event_end e SET state = 'delivered', channel = l.channel, drop_reason = NULL, delivered_at = now(), ended_at = now()
        FROM late l
       WHERE e.agent_id = l.agent_id AND e.seq = l.seq AND e.event_id = l.id AND e.state = 'failed'
      RETURNING e.agent_id, e.channel
    ), locked AS (
      SELECT a.id FROM agent a
       WHERE a.id = ANY (ARRAY(SELECT agent_id FROM moved WHERE channel = 'webhook')) AND (a.consecutive_failures > 0 OR a.status = 'error')
       ORDER BY a.id FOR NO KEY UPDATE
    )
    UPDATE agent a SET consecutive_failures = 0, status = 'active', status_reason = NULL FROM locked l WHERE a.id = l.id`,
};
