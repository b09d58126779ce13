-- Ends a key of an owner's agent. One that has ended already is locked as well, but not written.
-- takes: id, agent_id, owner_id
WITH locked AS MATERIALIZED (
  SELECT k.id, k.name, a.agent_name, key_state(k.revoked_at, k.expires_at) = 'active' AS was_active
    FROM agent_key k JOIN agent a ON a.id = k.agent_id
   WHERE k.id = $1 AND k.agent_id = $2 AND a.owner_id = $3 AND a.deleted_at IS NULL FOR NO KEY UPDATE OF k
), revoked AS (
  UPDATE agent_key k SET revoked_at = now() FROM locked WHERE k.id = locked.id AND locked.was_active
)
SELECT name, agent_name, was_active FROM locked
