-- The agent has touched a run that it was sent.
-- takes: id
UPDATE task_run SET touched_at = now() WHERE id = $1 AND status = 'running' AND touched_at IS NULL
