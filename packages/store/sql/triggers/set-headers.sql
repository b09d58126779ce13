-- Says which headers of calls the agent gets. Nothing for a task without a trigger.
-- takes: task_id, headers
UPDATE trigger SET headers = $2 WHERE task_id = $1 RETURNING task_id
