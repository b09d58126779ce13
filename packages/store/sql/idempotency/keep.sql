-- Keeps the answer of the call that has taken the key.
-- takes: id, status, answer_sealed?
UPDATE idempotency_key SET status = $2, answer_sealed = $3 WHERE id = $1
