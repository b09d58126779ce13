-- takes: id, agent_id?, owner_id?
SELECT r.* FROM run_record r JOIN agent a ON a.id = r."agentId"
 WHERE r."runId" = $1 AND a.deleted_at IS NULL AND a.id = coalesce($2, a.id) AND a.owner_id = coalesce($3, a.owner_id)
