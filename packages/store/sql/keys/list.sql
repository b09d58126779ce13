-- takes: user_id, agent_id?
-- gives: state KeyState
SELECT k.id AS "keyId", k.name, k.scopes, key_state(k.revoked_at, k.expires_at) AS state,
       k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
       k.last_used_at AS "lastUsedAt",
       EXISTS (SELECT FROM live_session s WHERE s.agent_id = k.agent_id AND s.key_id = k.id) AS online
  FROM api_key k LEFT JOIN agent a ON a.id = k.agent_id
 WHERE $2::text IS NULL AND k.user_id = $1 OR k.agent_id = $2 AND a.owner_id = $1 AND a.deleted_at IS NULL
 ORDER BY k.id DESC
