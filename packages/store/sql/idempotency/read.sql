-- The kept answer of a call.
-- takes: id
SELECT fingerprint, status, answer_sealed
  FROM idempotency_key WHERE id = $1 AND kept_at >= now() - interval '24 hours'
