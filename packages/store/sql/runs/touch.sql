UPDATE task_run SET touched_at = now() WHERE id = $1 AND status = 'running' AND touched_at IS NULL
