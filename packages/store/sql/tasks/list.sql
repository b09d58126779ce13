-- takes: agent_id, after, limit?
SELECT * FROM task_record WHERE agent_id = $1 AND id > $2 ORDER BY id LIMIT $3
