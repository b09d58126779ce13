-- How many triggers of a task wait, up to a limit. The order is the index's, so that only so many are read.
-- takes: task_id, limit
SELECT count(*)::int AS used FROM (
  SELECT 1 FROM task_run r WHERE r.task_id = $1 AND r.stage BETWEEN 0 AND 0 ORDER BY r.stage, r.id LIMIT $2
) waiting
