-- takes: id, agent_id?, owner_id?
SELECT r.* FROM run_record r JOIN agent a ON a.id = r.agent_id
 WHERE r.id = $1 AND ($2::text IS NULL OR a.id = $2) AND ($3::text IS NULL OR a.owner_id = $3)
   AND a.deleted_at IS NULL
