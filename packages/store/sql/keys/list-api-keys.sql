-- The keys of a user, newest first.
-- takes: user_id
-- gives: state KeyState
SELECT id AS "keyId", name, scopes, key_state(revoked_at, expires_at) AS state, created_at AS "createdAt",
       expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"
  FROM api_key WHERE user_id = $1 ORDER BY id DESC
