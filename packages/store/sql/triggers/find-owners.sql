-- The tasks of triggers, and their agents.
-- takes: hashes
SELECT g.trigger_hash AS hash, t.id AS "taskId", t.agent_id AS "agentId"
  FROM trigger g JOIN task t ON t.id = g.task_id WHERE g.trigger_hash = ANY ($1::bytea[])
