-- Removes keys of an agent that have ended, except those that ended last.
-- takes: agent_id, kept_max
DELETE FROM agent_key WHERE id IN (
  SELECT id FROM agent_key WHERE agent_id = $1 AND key_state(revoked_at, expires_at) <> 'active'
   ORDER BY coalesce(revoked_at, expires_at) DESC, id DESC OFFSET $2
)
