-- Takes runs that are overdue, for some seconds. A run of which more was heard is only put right.
-- One that is over comes up again if its claimant dies, and a bad one keeps no other waiting.
-- takes: limit, claim_seconds
-- gives: userId?
WITH due AS MATERIALIZED (
  SELECT r.id, LEAST(r.lease_until, r.deadline_at, r.offer_at) AS moment FROM task_run r
   WHERE r.due_at <= now() AND r.due_at IS NOT NULL AND r.status IN ('pending', 'running')
   ORDER BY r.due_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
), moved AS (
  UPDATE task_run r
     SET due_at = CASE WHEN d.moment <= now() THEN clock_timestamp() + $2::int * interval '1 second'
                       ELSE d.moment END
    FROM due d WHERE r.id = d.id
  RETURNING r.id, r.task_id, r.agent_id, coalesce(d.moment <= now(), false) AS is_over
)
SELECT m.id AS "runId", m.task_id AS "taskId", m.agent_id AS "agentId", m.is_over AS "isOver", (
         SELECT a.owner_id FROM agent a JOIN task t ON t.agent_id = a.id
          WHERE a.id = m.agent_id AND t.id = m.task_id AND a.deleted_at IS NULL AND t.deleted_at IS NULL
       ) AS "userId"
  FROM moved m
