-- Removes kept answers of a deleted user's calls.
-- takes: id, limit
DELETE FROM idempotency_key
 WHERE id IN (SELECT id FROM idempotency_key WHERE user_id = $1 LIMIT $2) RETURNING id
