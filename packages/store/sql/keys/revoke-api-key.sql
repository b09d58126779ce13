-- Ends a key of a user. One that has ended already stays as it is.
-- takes: id, user_id
WITH locked AS MATERIALIZED (
  SELECT id, name, key_state(revoked_at, expires_at) = 'active' AS was_active FROM api_key
   WHERE id = $1 AND user_id = $2 FOR NO KEY UPDATE
), revoked AS (
  UPDATE api_key k SET revoked_at = now() FROM locked WHERE k.id = locked.id AND locked.was_active
)
SELECT name, was_active FROM locked
