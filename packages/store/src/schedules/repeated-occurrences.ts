import { rows } from '@svc/database';
import { onlineSlot, outgoingEvent, reachable, TAKE_UP_LATER } from '@svc/events';
import type { OutgoingEvent, OutgoingRow } from '@svc/events';
import type { ClientBase } from 'pg';

/** An earlier occurrence of a due task whose run has not begun, and whose event is to be published again. */
export interface RepeatedOccurrence {
  taskId: string;
  runId: string;
  agentId: string;
  /** The agent's owner. */
  userId: string;
  event: OutgoingEvent;
}

/**
 * Sends the events of earlier occurrences again, for due tasks that get no run because an earlier run is pending. The event of that run
 * found no channel, or its webhook's retries are used up, and the agent can be reached now. Without this, one outage of an agent that does
 * not poll would stop its task for good. Runs in the transaction that holds the tasks.
 */
export async function repeatOccurrences(
  client: ClientBase,
  taskIds: string[],
): Promise<RepeatedOccurrence[]> {
  if (taskIds.length === 0) return [];
  const found = await rows<RepeatedRow>(client, REPEAT, [taskIds]);
  return found.map((row) => ({
    taskId: row.task_id,
    runId: row.run_id,
    agentId: row.agent_id,
    userId: row.owner_id,
    event: outgoingEvent(row),
  }));
}

interface RepeatedRow extends OutgoingRow {
  task_id: string;
  run_id: string;
  owner_id: string;
}

// An event that another statement holds is being delivered, taken by a poll or completed.
const REPEAT = {
  name: 'schedule-repeat-occurrences-5',
  text: `
    WITH unheard AS MATERIALIZED (
      SELECT e.event_id, r.task_id, a.owner_id, ${reachable()} AS is_reachable, ${onlineSlot('e.agent_id')} AS slot
        FROM task_run r JOIN open_event e ON e.event_id = r.event_id JOIN agent a ON a.id = e.agent_id
       WHERE r.task_id = ANY ($1::text[]) AND r.status = 'pending' AND r.origin = 'schedule'
         AND e.type = 'task_due' AND e.state IN ('waiting', 'failed')
       ORDER BY e.event_id FOR NO KEY UPDATE OF e SKIP LOCKED
    ), again AS MATERIALIZED (
    UPDATE open_event e
       SET state = 'pending', round_start = e.attempt, last_outcome = NULL, in_flight_until = NULL, aside_since = NULL,
           attempt_after = ${TAKE_UP_LATER}
      FROM unheard u WHERE e.event_id = u.event_id AND u.is_reachable
    RETURNING e.event_id AS id, u.task_id, e.subject_id AS run_id, e.agent_id, u.owner_id, e.seq, e.type, u.slot, u.is_reachable
    )
    SELECT e.*, l.frame FROM again e CROSS JOIN LATERAL (SELECT frame FROM event WHERE id = e.id OFFSET 0) l`,
};
