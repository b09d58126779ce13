-- takes: id, owner_id
SELECT r.* FROM replay_record r JOIN agent a ON a.id = r."agentId"
 WHERE r."replayId" = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL
