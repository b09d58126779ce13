-- gives: userId!, scopes ApiKeyScope[], expiresAt!, state KeyState
SELECT k.id AS "keyId", k.name, k.user_id AS "userId", u.name AS "userName", k.key_hash AS "keyHash",
       k.scopes, k.expires_at AS "expiresAt", key_state(k.revoked_at, k.expires_at) AS state
  FROM api_key k JOIN "user" u ON u.id = k.user_id WHERE k.id = ANY ($1::text[]) AND u.deleted_at IS NULL
