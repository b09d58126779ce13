-- takes: id, agent_id?, owner_id?
SELECT * FROM task_record
 WHERE "taskId" = $1 AND ($2::text IS NULL OR "agentId" = $2) AND ($3::text IS NULL OR "ownerId" = $3)
