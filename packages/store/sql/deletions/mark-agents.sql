-- Marks agents as deleted, which the caller has locked wholly, and revokes their sessions.
-- takes: agent_ids
WITH marked AS (
  UPDATE agent SET deleted_at = now() WHERE id = ANY ($1::text[]) AND deleted_at IS NULL
)
UPDATE agent_session SET revoke_at = date_trunc('milliseconds', now()) WHERE agent_id = ANY ($1::text[])
