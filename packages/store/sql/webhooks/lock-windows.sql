-- Locks and reads the windows of webhooks that have one or fail now. Says whose agents are in error.
-- takes: agent_ids, failing
-- gives: window? AttemptWindow
WITH known AS MATERIALIZED (
  SELECT * FROM webhook_breaker WHERE agent_id = ANY ($1::text[]) ORDER BY agent_id FOR NO KEY UPDATE
)
SELECT a.id AS "agentId", a.status = 'error' AS "isFailing",
       CASE WHEN k.agent_id IS NOT NULL THEN json_build_object(
         'state', k.state, 'halfAgeMs', extract(epoch FROM now() - k.half_began_at) * 1000,
         'attempts', k.attempts, 'failures', k.failures,
         'attemptsBefore', k.attempts_before, 'failuresBefore', k.failures_before
       ) END AS window
  FROM agent a LEFT JOIN known k ON k.agent_id = a.id
 WHERE a.id = ANY ($1::text[]) AND (k.agent_id IS NOT NULL OR a.id = ANY ($2::text[]))
