-- Locks a run of the agent. An open one of a task that is being deleted counts as cancelled.
-- gives: status RunStatus
SELECT CASE WHEN t.id IS NOT NULL AND r.status IN ('pending', 'running') THEN 'cancelled'
            ELSE r.status END AS status,
       r.task_id AS "taskId", coalesce(r.attempt, 1) AS attempt, r.touched_at IS NOT NULL AS "isTouched",
       r.status = 'pending' AND r.offer_at IS NOT NULL AS "waitsForOffer"
  FROM task_run r LEFT JOIN task t ON t.id = r.task_id AND t.deleted_at IS NOT NULL
 WHERE r.id = $1 AND r.agent_id = $2 FOR NO KEY UPDATE OF r
