-- Locks a task for a change. New runs of it lock its key, and need not wait.
-- takes: id, agent_id?, owner_id?
SELECT t.id FROM task t JOIN agent a ON a.id = t.agent_id
 WHERE t.id = $1 AND t.deleted_at IS NULL AND a.deleted_at IS NULL
   AND a.id = coalesce($2, a.id) AND a.owner_id = coalesce($3, a.owner_id)
   FOR NO KEY UPDATE OF t
