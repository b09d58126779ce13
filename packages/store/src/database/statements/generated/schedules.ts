// Generated from packages/store/sql by `npm run sql`.
import type { EventType } from '@svc/domain';
import { statement } from '../statement.js';

/** Claims due tasks, those first that have been due longest. It waits for no other scheduler, for no deletion of an agent, which holds the agent and wants its tasks, and for no statement that holds an agent's counter. */
export const claimDue = statement<{ limit: number }, { taskId: string; agentId: string; name: string; prompt: string; schedule: string; timezone: string; nextRunAt: Date; now: Date }>('schedules/claim-due', ['limit'], `
SELECT t.id AS "taskId", t.agent_id AS "agentId", t.name, t.prompt, t.schedule, t.timezone,
       t.next_run_at AS "nextRunAt", clock_timestamp() AS now
  FROM task t JOIN agent a ON a.id = t.agent_id JOIN agent_counter c ON c.agent_id = a.id
 WHERE t.enabled AND t.next_run_at <= now() AND t.deleted_at IS NULL AND a.deleted_at IS NULL
 ORDER BY t.next_run_at, t.agent_id LIMIT $1
   FOR NO KEY UPDATE OF t SKIP LOCKED FOR KEY SHARE OF a SKIP LOCKED FOR UPDATE OF c SKIP LOCKED`);

/** Moves the next occurrences of tasks. A locked task is being claimed or changed, and computed anew by that. */
export const move = statement<{ taskIds: readonly string[]; former: readonly Date[]; next: readonly Date[] }, object>('schedules/move', ['taskIds', 'former', 'next'], `
WITH locked AS MATERIALIZED (
  SELECT t.id, m.next
    FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS m (task_id, former, next)
    JOIN task t ON t.id = m.task_id AND t.enabled AND t.next_run_at = m.former
   ORDER BY t.id FOR NO KEY UPDATE OF t SKIP LOCKED
)
UPDATE task t SET next_run_at = h.next FROM locked h WHERE t.id = h.id`);

export const nextDue = statement<object, { in_ms: number | null }>('schedules/next-due', [], `
SELECT ceil(extract(epoch FROM min(next_run_at) - clock_timestamp()) * 1000)::int AS in_ms
  FROM task WHERE enabled AND next_run_at > now() AND next_run_at < now() + interval '1 minute'`);

/** Sends the events of pending occurrences again that did not arrive, where the agents can be reached now. */
export const repeatOccurrences = statement<{ taskIds: readonly string[] }, { taskId: string; runId: string; frame: string; event_id: string; agent_id: string; type: EventType; seq: number; push_no: number; created_at: Date; owner_id: string; slot: string | null; is_reachable: boolean }>('schedules/repeat-occurrences', ['taskIds'], `
WITH unheard AS MATERIALIZED (
  SELECT e.id, r.id AS run_id, r.task_id
    FROM task_run r JOIN event e ON e.id = r.event_id JOIN agent_reach a ON a.agent_id = e.agent_id
    JOIN waiting_up_to w ON w.agent_id = e.agent_id AND w.type = e.type
   WHERE r.task_id = ANY ($1::text[]) AND r.status = 'pending' AND r.origin = 'schedule'
     AND e.type = 'task_due' AND (a.slot IS NOT NULL OR a.has_webhook)
     AND (e.state = 'failed' OR e.state = 'open' AND e.push_no <= w.push_no)
   ORDER BY r.id FOR NO KEY UPDATE OF r SKIP LOCKED
), again AS MATERIALIZED (
  SELECT a.* FROM (SELECT array_agg(id) AS ids FROM unheard) u
   CROSS JOIN LATERAL restart_events(u.ids, NULL) a WHERE u.ids IS NOT NULL
)
SELECT u.task_id AS "taskId", u.run_id AS "runId", a.frame, a.event_id, a.agent_id, a.type, a.seq, a.push_no, a.created_at,
       a.owner_id, a.slot, a.is_reachable
  FROM again a JOIN unheard u ON u.id = a.event_id`);

/** The pending run is looked up task by task: an anti join would read all pending runs. */
export const startRuns = statement<{ taskIds: readonly string[]; agentIds: readonly string[]; scheduledFor: readonly Date[]; nextRunAt: (Date | null)[]; runIds: readonly string[]; eventIds: readonly string[]; frames: readonly string[] }, { run_id: string; event_id: string; agent_id: string; type: EventType; seq: number; push_no: number; created_at: Date; owner_id: string; slot: string | null; is_reachable: boolean }>('schedules/start-runs', ['taskIds', 'agentIds', 'scheduledFor', 'nextRunAt', 'runIds', 'eventIds', 'frames'], `
WITH due AS MATERIALIZED (
  SELECT *, row_number() OVER (ORDER BY d.scheduled_for, d.task_id) AS ordinal
    FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[],
                $7::text[]) AS d (task_id, agent_id, scheduled_for, next_run_at, run_id, event_id, frame)
), moved AS (
  UPDATE task t SET next_run_at = d.next_run_at, enabled = d.next_run_at IS NOT NULL
    FROM due d WHERE t.id = d.task_id
), run AS (
  INSERT INTO task_run (id, task_id, agent_id, status, origin, scheduled_for, event_id)
  SELECT d.run_id, d.task_id, d.agent_id, 'pending', 'schedule', d.scheduled_for, d.event_id FROM due d
   WHERE (SELECT r.id FROM task_run r
           WHERE r.task_id = d.task_id AND r.status = 'pending' AND r.origin = 'schedule' LIMIT 1) IS NULL
  ON CONFLICT (task_id, scheduled_for) WHERE scheduled_for IS NOT NULL DO NOTHING
  RETURNING id
), begun AS MATERIALIZED (
  SELECT d.* FROM due d JOIN run ON run.id = d.run_id
)
SELECT e.subject_id AS run_id, e.event_id, e.agent_id, e.type, e.seq, e.push_no, e.created_at, e.owner_id,
       e.slot, e.is_reachable
  FROM append_events(
    ARRAY(SELECT event_id FROM begun ORDER BY ordinal), ARRAY(SELECT agent_id FROM begun ORDER BY ordinal),
    ARRAY(SELECT 'task_due' FROM begun), ARRAY(SELECT frame FROM begun ORDER BY ordinal),
    ARRAY(SELECT run_id FROM begun ORDER BY ordinal)) e
 ORDER BY e.agent_id, e.seq`);
