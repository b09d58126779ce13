-- A page of a task's runs, newest first: an id begins with its time.
-- takes: task_id, before?, page_size
WITH page AS MATERIALIZED (
  -- Each stage is read by itself, in the order of the index. A BETWEEN, although it names one value: with an
  -- equality the planner would drop the stage from the order, and read all tasks' runs by the primary key.
  SELECT r.id FROM generate_series(0, 3) AS s (stage) CROSS JOIN LATERAL (
    SELECT r.id FROM task_run r
     WHERE r.task_id = $1 AND r.stage BETWEEN s.stage AND s.stage AND r.id < coalesce($2, 'run_z')
     ORDER BY r.stage DESC, r.id DESC LIMIT $3
  ) r ORDER BY r.id DESC LIMIT $3
)
SELECT r.* FROM run_record r WHERE r."runId" = ANY (ARRAY(SELECT id FROM page))
 ORDER BY r."runId" DESC
