-- Passes over a key that is locked: it will be used again. A time in the future is of a clock that was ahead.
-- takes: ids, lately_ms
UPDATE api_key SET last_used_at = date_trunc('milliseconds', now()) WHERE id IN (
  SELECT id FROM api_key WHERE id = ANY ($1::text[])
     AND NOT coalesce(last_used_at BETWEEN now() - $2::int * interval '1 ms' AND now(), false)
   ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
