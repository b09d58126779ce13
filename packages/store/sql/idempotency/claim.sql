-- takes: id, user_id, agent_id?, fingerprint
INSERT INTO idempotency_key AS known (id, user_id, agent_id, fingerprint) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE
   SET fingerprint = excluded.fingerprint, status = NULL, answer_sealed = NULL, kept_at = now()
 WHERE known.kept_at < now() - interval '24 hours'
RETURNING id
