import { rows } from '@svc/database';
import { EVENT_TAKE_UP_AFTER_MS } from '@svc/domain';
import type { EventType } from '@svc/domain';
import { onlineSlot } from '@svc/events';
import type { CarriedEvent } from '@svc/events';
import type { ClientBase } from 'pg';

/** An earlier occurrence of a due task that has not begun, whose event is to be published again. */
export interface RepeatedOccurrence {
  taskId: string;
  runId: string;
  agentId: string;
  /** The agent's owner. */
  userId: string;
  event: CarriedEvent;
  slot: string | null;
}

/**
 * Sends the events of earlier occurrences again, of tasks that are due and get no run because the run of such an occurrence is pending: its
 * event found nobody, or its webhook's retries are used up, and the agent can be reached now. Otherwise one outage of an agent that does
 * not poll would end its task for good. Belongs to the transaction that holds the tasks.
 */
export async function repeatOccurrences(
  client: ClientBase,
  taskIds: string[],
): Promise<RepeatedOccurrence[]> {
  if (taskIds.length === 0) return [];
  const found = await rows<RepeatedRow>(client, REPEAT, [taskIds]);
  return found.map(
    ({ task_id: taskId, run_id: runId, agent_id: agentId, owner_id: userId, slot, ...event }) => ({
      ...{ taskId, runId, agentId, userId, slot },
      event: { eventId: event.id, agentId, seq: event.seq, type: event.type, frame: event.frame },
    }),
  );
}

interface RepeatedRow {
  id: string;
  task_id: string;
  run_id: string;
  agent_id: string;
  owner_id: string;
  seq: number;
  type: EventType;
  frame: string;
  slot: string | null;
}

// What another statement holds is being delivered, taken by a poll or completed.
const REPEAT = {
  name: 'schedule-repeat-occurrences',
  text: `
    WITH unheard AS MATERIALIZED (
      SELECT e.id, a.owner_id, a.webhook_url IS NOT NULL AS has_webhook, ${onlineSlot('e.agent_id')} AS slot
        FROM task_run r JOIN event e ON e.run_id = r.id JOIN agent a ON a.id = e.agent_id
       WHERE r.task_id = ANY ($1::text[]) AND r.status = 'pending' AND r.origin = 'schedule'
         AND e.type = 'task_due' AND e.state IN ('waiting', 'failed')
       ORDER BY e.id FOR NO KEY UPDATE OF e SKIP LOCKED
    )
    UPDATE event e
       SET state = 'pending', round_start = e.attempt, last_outcome = NULL, in_flight_until = NULL,
           attempt_after = now() + interval '${EVENT_TAKE_UP_AFTER_MS} milliseconds'
      FROM unheard u WHERE e.id = u.id AND (u.slot IS NOT NULL OR u.has_webhook)
    RETURNING e.id, e.task_id, e.run_id, e.agent_id, u.owner_id, e.seq, e.type, e.frame, u.slot`,
};
