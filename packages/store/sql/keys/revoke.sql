-- Ends a key of a user or of an agent. One that has ended already is locked as well, but not written.
-- takes: id, user_id?, agent_id?
WITH locked AS MATERIALIZED (
  SELECT id, name, key_state(revoked_at, expires_at) = 'active' AS was_active FROM api_key
   WHERE id = $1 AND (user_id = $2 OR agent_id = $3) FOR NO KEY UPDATE
), revoked AS (
  UPDATE api_key k SET revoked_at = now() FROM locked WHERE k.id = locked.id AND locked.was_active
)
SELECT name, was_active FROM locked
