-- Removes kept answers of a deleted agent's calls. There may be a hundred thousand, and each may hold a
-- secret.
-- takes: id, limit
DELETE FROM idempotency_key
 WHERE id IN (SELECT id FROM idempotency_key WHERE agent_id = $1 LIMIT $2) RETURNING id
