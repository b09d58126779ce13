SELECT id AS "agentId", owner_id AS "ownerId", agent_name AS "agentName", kind, secret_hash AS "secretHash",
       previous_secret_hash AS "previousSecretHash", previous_secret_valid_until AS "previousSecretValidUntil"
  FROM agent WHERE id = ANY ($1::text[]) AND deleted_at IS NULL
