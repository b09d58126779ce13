-- Locks an agent for its deletion. Who writes for it holds its key; later statements find it marked.
SELECT agent_name FROM agent WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL FOR UPDATE
