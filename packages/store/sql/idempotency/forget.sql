DELETE FROM idempotency_key WHERE id = $1
