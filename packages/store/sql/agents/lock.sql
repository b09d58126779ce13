-- Locks an agent, of this owner if one is named. FOR UPDATE would also block the foreign keys of messages.
-- takes: id, owner_id?
SELECT owner_id, agent_name, signing_secret_sealed IS NOT NULL AS has_signing_secret,
       coalesce(previous_signing_until > now(), false) AS has_signing_grace
  FROM agent WHERE id = $1 AND ($2::text IS NULL OR owner_id = $2) AND deleted_at IS NULL FOR NO KEY UPDATE
