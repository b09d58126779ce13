// Generated from packages/database/sql by `npm run sql`.
import { statement } from '../statement.js';

/** The agent has taken the event of a run by itself, so that it is not pushed any more. */
export const takeEvent = statement<{ id: string }, { event_id: string }>('runs/take-event', ['id'], `
SELECT e.event_id FROM task_run r CROSS JOIN LATERAL receive_events(ARRAY[r.event_id], ARRAY['poll']) e
 WHERE r.id = $1 AND r.event_id IS NOT NULL`);

/** The agent has touched a run that it was sent. */
export const touch = statement<{ id: string }, object>('runs/touch', ['id'], `
UPDATE task_run SET touched_at = now() WHERE id = $1 AND status = 'running' AND touched_at IS NULL`);
