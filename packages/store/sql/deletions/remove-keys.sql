DELETE FROM idempotency_key
 WHERE id IN (SELECT id FROM idempotency_key WHERE agent_id = $1 OR user_id = $1 LIMIT $2) RETURNING id
