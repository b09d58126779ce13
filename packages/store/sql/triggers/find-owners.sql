-- The tasks of triggers, and their agents.
-- takes: hashes
SELECT h.hash, t.id AS "taskId", t.agent_id AS "agentId"
  FROM unnest($1::bytea[]) AS h (hash) JOIN task t ON t.trigger_hash = h.hash
