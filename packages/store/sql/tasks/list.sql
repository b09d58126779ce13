-- takes: agent_id, after, limit?
SELECT * FROM task_record WHERE "agentId" = $1 AND "taskId" > $2 ORDER BY "taskId" LIMIT $3
