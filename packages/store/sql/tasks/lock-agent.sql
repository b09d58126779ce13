-- takes: id, agent_id?, owner_id?
SELECT a.id FROM agent a
 WHERE a.id = $1 AND a.deleted_at IS NULL
   AND ($2::text IS NULL OR a.id = $2) AND ($3::text IS NULL OR a.owner_id = $3)
   FOR KEY SHARE
