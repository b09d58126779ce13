-- A page of an agent's runs of some stages, newest first: an id begins with its time. Each task's are read no
-- further than the page, and each stage by itself, in the order of the index. A BETWEEN, although it names one
-- value: with an equality the planner would drop the stage from the order, and read all tasks' runs. An empty
-- task_id: only those of deleted tasks.
-- takes: agent_id, task_id?, before?, page_size, status? RunStatus, stages
WITH page AS MATERIALIZED (
  SELECT id FROM (
    SELECT r.id FROM task t CROSS JOIN unnest($6::int[]) AS s (stage) CROSS JOIN LATERAL (
      SELECT r.id FROM task_run r
       WHERE r.task_id = t.id AND r.stage BETWEEN s.stage AND s.stage AND r.id < coalesce($3, 'run_z')
       ORDER BY r.stage DESC, r.id DESC LIMIT $4
    ) r WHERE t.agent_id = $1 AND ($2::text IS NULL OR t.id = $2)
    UNION ALL
    -- Those of deleted tasks, which have ended, have an index of their own.
    (SELECT r.id FROM task_run r
      WHERE r.agent_id = $1 AND r.task_id IS NULL AND coalesce($2, '') = '' AND 3 = ANY ($6)
        AND r.id < coalesce($3, 'run_z')
      ORDER BY r.agent_id DESC, r.id DESC LIMIT $4)
  ) every ORDER BY id DESC LIMIT $4
)
SELECT r.*, $5::text IS NULL OR r.status = $5 AS "isWanted"
  FROM run_record r WHERE r."runId" = ANY (ARRAY(SELECT id FROM page)) ORDER BY r."runId" DESC
