-- gives: taskId?, name?, prompt?, schedule?, triggerType? TriggerType, frame?, type? EventType, headers?
SELECT r.agent_id AS "agentId", r.origin, t.id AS "taskId", t.name, t.prompt, t.schedule,
       t.trigger_type AS "triggerType", r.event_id IS NOT NULL AS "hasEvent", l.frame, l.type,
       r.headers::text AS headers
  FROM task_run r JOIN agent a ON a.id = r.agent_id
  LEFT JOIN task t ON t.id = r.task_id AND t.deleted_at IS NULL
  LEFT JOIN LATERAL (SELECT e.frame, e.type FROM event e WHERE e.id = r.event_id OFFSET 0) l ON true
 WHERE r.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL
