-- Locks a run that is overdue, in the order of all statements: agent, task, run.
-- Says why its attempt has ended, or the one before did, and the event that its agent got, if that is kept.
-- takes: id, agent_id
-- gives: reason RunFailureReason, frame?, type? EventType
WITH permitted AS MATERIALIZED (
  SELECT t.* FROM agent a JOIN task t ON t.agent_id = a.id
   WHERE a.id = $2 AND t.id = (SELECT task_id FROM task_run WHERE id = $1) AND a.deleted_at IS NULL
     AND t.deleted_at IS NULL FOR KEY SHARE OF a, t
), locked AS MATERIALIZED (
  SELECT r.* FROM task_run r
   WHERE r.id = $1 AND (SELECT count(*) FROM permitted) > 0 FOR NO KEY UPDATE
)
SELECT r.status, coalesce(r.attempt, 1) AS attempt, r.origin, r.event_id,
       CASE WHEN r.status = 'pending' THEN coalesce(r.failure_reason, 'lost')
            WHEN r.lease_until <= coalesce(r.deadline_at, r.lease_until) THEN 'lost'
            ELSE 'timeout' END AS reason,
       t.id AS task_id, t.name, t.prompt, t.schedule, t.trigger_type, t.retry_max AS "retryMax",
       t.retry_backoff_seconds AS "retryBackoffSeconds",
       l.frame, l.type
  FROM locked r JOIN permitted t ON t.id = r.task_id
  LEFT JOIN LATERAL (SELECT e.frame, e.type FROM event e WHERE e.id = r.event_id OFFSET 0) l ON true
 WHERE r.status IN ('pending', 'running')
   AND LEAST(r.lease_until, r.deadline_at, r.offer_at) <= clock_timestamp()
