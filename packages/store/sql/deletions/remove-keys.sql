-- Removes kept answers of calls of a deleted agent or user, of which there may be very many.
-- takes: id, limit
DELETE FROM idempotency_key
 WHERE id IN (SELECT id FROM idempotency_key WHERE agent_id = $1 OR user_id = $1 LIMIT $2) RETURNING id
