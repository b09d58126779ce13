SELECT r.state, r.agent_id, a.agent_name FROM replay r JOIN agent a ON a.id = r.agent_id
 WHERE r.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR NO KEY UPDATE OF r
