-- Those of the keys that open something.
-- takes: ids
SELECT k.id FROM api_key k JOIN "user" u ON u.id = k.user_id
 WHERE k.id = ANY ($1::text[]) AND u.deleted_at IS NULL AND key_state(k.revoked_at, k.expires_at) = 'active'
