-- Removes answers of calls with an Idempotency-Key after a day, the oldest first. Waits for no lock.
-- takes: limit
DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM idempotency_key WHERE kept_at < now() - interval '24 hours'
   ORDER BY kept_at LIMIT $1 FOR UPDATE SKIP LOCKED))
RETURNING 1 AS removed
