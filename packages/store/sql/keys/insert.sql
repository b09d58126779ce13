-- Adds a key, unless as many are active as a user or an agent may have. Whose they are is locked meanwhile.
-- takes: id, user_id?, agent_id?, name, key_hash, scopes, expires_in_seconds?, active_max
-- gives: state KeyState
INSERT INTO api_key (id, user_id, agent_id, name, key_hash, scopes, expires_at)
SELECT $1, $2, $3, $4, $5, $6, now() + $7::int * interval '1 second'
 WHERE (SELECT count(*) FROM api_key k
         WHERE (k.user_id = $2 OR k.agent_id = $3) AND key_state(k.revoked_at, k.expires_at) = 'active') < $8
RETURNING id AS "keyId", name, scopes, key_state(revoked_at, expires_at) AS state, created_at AS "createdAt",
          expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"
