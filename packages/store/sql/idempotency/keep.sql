-- takes: id, status, answer_sealed?
UPDATE idempotency_key SET status = $2, answer_sealed = $3 WHERE id = $1
