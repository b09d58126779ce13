-- takes: id, agent_id?, user_id?
SELECT d.*, a.owner_id AS "userId" FROM decision_record d JOIN agent a ON a.id = d."agentId"
 WHERE d."decisionId" = $1 AND ($2::text IS NULL OR a.id = $2)
   AND ($3::text IS NULL OR a.owner_id = $3 AND a.deleted_at IS NULL)
