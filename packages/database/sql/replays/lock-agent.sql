-- Locks an agent, so that two calls count its replays one after the other.
-- takes: agent_id, owner_id
SELECT agent_name FROM agent WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE
