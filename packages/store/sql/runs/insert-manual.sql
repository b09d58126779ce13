-- takes: id, task_id, owner_id, event_id, type EventType, frame, headers?
-- gives: type EventType, slot?
WITH agent_of AS (
  SELECT a.id FROM agent a
   WHERE a.id = (SELECT agent_id FROM task WHERE id = $2) AND a.owner_id = $3 AND a.deleted_at IS NULL
     FOR KEY SHARE
), task_of AS (
  SELECT t.id, t.agent_id FROM task t JOIN agent_of a ON a.id = t.agent_id
   WHERE t.id = $2 AND t.deleted_at IS NULL FOR KEY SHARE OF t
), run AS (
  INSERT INTO task_run (id, task_id, agent_id, status, origin, event_id, headers)
  SELECT $1, t.id, t.agent_id, 'pending', 'manual', $4, $7::text::json FROM task_of t
  RETURNING id, agent_id
)
SELECT e.* FROM run r
 CROSS JOIN LATERAL append_events(ARRAY[$4], ARRAY[r.agent_id], ARRAY[$5], ARRAY[$6], ARRAY[r.id]) e
