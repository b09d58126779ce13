DELETE FROM task_run WHERE id IN (
  SELECT x.id FROM (
    SELECT r.id FROM task t JOIN task_run r ON r.task_id = t.id WHERE t.agent_id = $1
    UNION ALL SELECT id FROM task_run WHERE agent_id = $1 AND task_id IS NULL
  ) x LIMIT $2
) RETURNING id
