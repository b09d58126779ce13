SELECT fingerprint, status, answer_sealed
  FROM idempotency_key WHERE id = $1 AND kept_at >= now() - interval '24 hours'
