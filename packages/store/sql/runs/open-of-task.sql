-- The newest open runs of a task. A stage at a time, as the index has them.
SELECT o.id FROM (VALUES (0), (1), (2)) s (stage) CROSS JOIN LATERAL (
  SELECT r.id FROM task_run r
   WHERE r.task_id = $1 AND r.stage BETWEEN s.stage AND s.stage
   ORDER BY r.stage DESC, r.id DESC LIMIT $2
) o ORDER BY o.id DESC LIMIT $2
