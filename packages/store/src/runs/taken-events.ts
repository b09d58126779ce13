import { rows } from '@svc/database';
import { takeEventsOf } from '@svc/events';
import type { ClientBase } from 'pg';

/**
 * Records that the agent has taken the event of a run by itself, so that the event is not pushed any more. The caller has begun or touched the run by an earlier statement of the
 * same transaction: a statement that waits for a run which is being offered reads its new event's id, but does not see the event. The one after it does.
 */
export async function takeEventOfRun(client: ClientBase, runId: string): Promise<void> {
  await rows(client, TAKE_EVENT, [runId]);
}

export const TAKE_EVENT = {
  name: 'run-take-event',
  text: `
    WITH own AS MATERIALIZED (
      SELECT r.event_id FROM task_run r WHERE r.id = $1 AND r.event_id IS NOT NULL
    ), ${takeEventsOf('own')}
    SELECT 1 FROM own`,
};
