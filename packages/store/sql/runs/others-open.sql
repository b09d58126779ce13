-- The newest 10 open runs of a task but one. A stage at a time, as the index has them.
-- takes: task_id, run_id
SELECT o.id FROM (VALUES (0), (1), (2)) s (stage) CROSS JOIN LATERAL (
  SELECT r.id FROM task_run r
   WHERE r.task_id = $1 AND r.stage BETWEEN s.stage AND s.stage AND r.id <> $2
   ORDER BY r.stage DESC, r.id DESC LIMIT 10
) o ORDER BY o.id DESC LIMIT 10
