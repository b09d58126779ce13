-- Sends the events of pending occurrences again that did not arrive, where the agents can be reached now.
-- gives: taskId!, type EventType, slot?
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
  FROM again a JOIN unheard u ON u.id = a.event_id
