-- The due tasks of an agent that no push brought to it, the one with the oldest occurrence first.
SELECT t.id AS "taskId", t.name, t.prompt, t.schedule, t.trigger_type AS "triggerType", t.enabled
  FROM task t CROSS JOIN LATERAL (
    SELECT min(r.started_at) AS since FROM task_run r JOIN event e ON e.id = r.event_id
     WHERE r.task_id = t.id AND r.status = 'pending' AND r.origin <> 'trigger'
       AND e.type = 'task_due' AND e.state <> 'delivered'
  ) due
 WHERE t.agent_id = $1 AND t.deleted_at IS NULL AND due.since IS NOT NULL ORDER BY due.since, t.id
