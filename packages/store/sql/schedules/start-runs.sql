-- The pending run is looked up task by task: an anti join would read all pending runs.
-- takes: task_ids, agent_ids, scheduled_for, next_run_at (Date | null)[], run_ids, event_ids, frames
-- gives: run_id, type EventType, slot?
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
 ORDER BY e.agent_id, e.seq
