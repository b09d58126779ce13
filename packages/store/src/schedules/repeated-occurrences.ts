import { rows } from '@svc/database';
import { appendedColumns, outgoingEvent } from '@svc/events';
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

const REPEAT = {
  name: 'schedule-repeat-occurrences-7',
  text: `
    WITH unheard AS MATERIALIZED (
      SELECT e.id, r.id AS run_id, r.task_id
        FROM task_run r JOIN event e ON e.id = r.event_id JOIN agent_reach a ON a.agent_id = e.agent_id
        JOIN waiting_up_to w ON w.agent_id = e.agent_id AND w.type = e.type
       WHERE r.task_id = ANY ($1::text[]) AND r.status = 'pending' AND r.origin = 'schedule' AND e.type = 'task_due'
         AND (a.slot IS NOT NULL OR a.has_webhook) AND (e.state = 'failed' OR e.state = 'open' AND e.push_no <= w.push_no)
       ORDER BY r.id FOR NO KEY UPDATE OF r SKIP LOCKED
    ), again AS MATERIALIZED (
      SELECT a.* FROM (SELECT array_agg(id) AS ids FROM unheard) u CROSS JOIN LATERAL restart_events(u.ids, NULL) a WHERE u.ids IS NOT NULL
    )
    SELECT u.task_id, u.run_id, again.frame, ${appendedColumns('again')} FROM again JOIN unheard u ON u.id = again.event_id`,
};
