-- Adopts the task's oldest pending run, else the oldest pushed one that is not touched, else creates one.
-- takes: task_id, agent_id, new_id?
-- gives: id, hasEvent
WITH permitted AS MATERIALIZED (
  SELECT t.id, t.agent_id, now() + t.timeout_seconds * interval '1 second' AS ends_at
    FROM agent a JOIN task t ON t.agent_id = a.id
   WHERE a.id = $2 AND t.id = $1 AND a.deleted_at IS NULL AND t.deleted_at IS NULL FOR KEY SHARE OF a, t
), picked AS MATERIALIZED (
  -- Who waits for a run that another caller takes gets the next, or a new one. All statements lock runs in
  -- the order of their ids: a row that was waited for in vain stays locked. A BETWEEN, as in list.
  SELECT r.id FROM task_run r
   WHERE r.task_id = (SELECT id FROM permitted) AND r.stage BETWEEN 0 AND 0
   ORDER BY r.stage, r.id LIMIT 1 FOR NO KEY UPDATE
), pushed AS MATERIALIZED (
  -- A run by hand without an event was not pushed: its agent has started it.
  SELECT r.id FROM task_run r
   WHERE r.task_id = (SELECT id FROM permitted) AND r.stage BETWEEN 1 AND 1
     AND (r.origin <> 'manual' OR r.event_id IS NOT NULL) AND NOT EXISTS (SELECT FROM picked)
   ORDER BY r.stage, r.id LIMIT 1 FOR NO KEY UPDATE
), adopted AS (
  UPDATE task_run r
     SET status = 'running', touched_at = now(), offer_at = NULL,
         deadline_at = CASE WHEN r.status = 'pending' THEN p.ends_at ELSE r.deadline_at END,
         due_at = CASE WHEN r.status = 'pending' THEN p.ends_at ELSE r.due_at END
    FROM permitted p, (SELECT id FROM picked UNION ALL SELECT id FROM pushed) own
   WHERE r.id = own.id
  RETURNING r.id, r.event_id
), created AS (
  INSERT INTO task_run (id, task_id, agent_id, status, origin, touched_at, deadline_at, due_at)
  SELECT $3, p.id, p.agent_id, 'running', 'manual', now(), p.ends_at, p.ends_at
    FROM permitted p WHERE $3::text IS NOT NULL AND NOT EXISTS (SELECT FROM adopted)
  RETURNING id
)
SELECT id, event_id IS NOT NULL AS "hasEvent" FROM adopted UNION ALL SELECT id, false FROM created
