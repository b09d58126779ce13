-- takes: id, agent_id, key_id?
UPDATE decision d
   SET status = 'cancelled', resolution_reason = 'cancelled', resolved_at = now(), resolved_by_key_id = $3,
       resolved_by_key_name = (SELECT name FROM api_key WHERE id = $3)
  FROM agent a
 WHERE d.id = $1 AND d.agent_id = $2 AND a.id = d.agent_id AND a.deleted_at IS NULL
   AND d.status = 'pending' AND (d.expires_at IS NULL OR d.expires_at > now())
RETURNING d.id
