-- Locks a task for its deletion. New runs wait for it, and it for them, so that it sees all runs.
-- takes: id, agent_id?, owner_id?
SELECT t.id FROM task t JOIN agent a ON a.id = t.agent_id
 WHERE t.id = $1 AND t.deleted_at IS NULL AND a.deleted_at IS NULL
   AND a.id = coalesce($2, a.id) AND a.owner_id = coalesce($3, a.owner_id)
   FOR UPDATE OF t
