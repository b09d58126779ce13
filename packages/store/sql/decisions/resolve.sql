-- takes: id, user_id, status, note?, pattern?, answer?, event_id, key_id?, key_name?
-- gives: action?
WITH permitted AS MATERIALIZED (
  SELECT a.id FROM agent a JOIN decision d ON d.agent_id = a.id
   WHERE d.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR KEY SHARE OF a
)
UPDATE decision d
   SET status = $3, note = $4, always_allow = $5::text IS NOT NULL, always_allow_pattern = $5,
       resolution_reason = 'user', answer = $6::json, event_id = $7, resolved_at = now(),
       resolved_by_key_id = $8, resolved_by_key_name = $9
  FROM permitted p
 WHERE d.id = $1 AND d.agent_id = p.id AND d.status = 'pending'
   AND (d.expires_at IS NULL OR d.expires_at > now())
RETURNING left(d.action, 200) AS action
