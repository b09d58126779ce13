-- The keys of an owner's agent, newest first, and whether a socket is open that each has opened.
-- takes: agent_id, owner_id
-- gives: state KeyState
SELECT k.id AS "keyId", k.name, k.scopes, key_state(k.revoked_at, k.expires_at) AS state,
       k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
       k.last_used_at AS "lastUsedAt",
       EXISTS (SELECT FROM live_session s WHERE s.agent_id = k.agent_id AND s.key_id = k.id) AS online
  FROM agent a JOIN agent_key k ON k.agent_id = a.id
 WHERE a.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL
 ORDER BY k.id DESC
