WITH portion AS MATERIALIZED (
  SELECT r.id FROM task_run r WHERE r.task_id = $1 ORDER BY r.stage, r.id LIMIT $2 FOR NO KEY UPDATE
)
UPDATE task_run r SET task_id = NULL, trigger_key = NULL FROM portion p WHERE r.id = p.id RETURNING r.id
