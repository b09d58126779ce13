-- takes: user_id?, agent_id?, kept_max
DELETE FROM api_key WHERE id IN (
  SELECT id FROM api_key
   WHERE (user_id = $1 OR agent_id = $2) AND key_state(revoked_at, expires_at) <> 'active'
   ORDER BY coalesce(revoked_at, expires_at) DESC, id DESC OFFSET $3
)
