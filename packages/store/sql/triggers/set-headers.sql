-- Says which headers of calls the agent gets. Nothing for a task without a trigger.
-- takes: task_id, headers
UPDATE task SET trigger_headers = $2 WHERE id = $1 AND trigger_hash IS NOT NULL RETURNING id
