-- gives: agentId!, scopes AgentScope[], state KeyState
SELECT id AS "keyId", agent_id AS "agentId", key_hash AS "keyHash", scopes, expires_at AS "expiresAt",
       key_state(revoked_at, expires_at) AS state
  FROM api_key WHERE id = ANY ($1::text[])
