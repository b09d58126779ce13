-- Writes windows of webhooks, in one order. What is known of a breaker's opening stays until it opens anew.
-- takes: windows, probe_ms
INSERT INTO webhook_breaker AS b (
  agent_id, state, half_began_at, attempts, failures, attempts_before, failures_before,
  opened_at, opened_attempts, opened_failures, probes, doublings, probe_at
)
SELECT q."agentId", q.state, now() - q."halfAgeMs" * interval '1 millisecond', q.attempts, q.failures,
       q."attemptsBefore", q."failuresBefore", now(), q.attempts + q."attemptsBefore",
       q.failures + q."failuresBefore", 0, 1, now() + $2::float8 * interval '1 millisecond'
  FROM json_to_recordset($1::json) AS q (
         "agentId" text, state text, "halfAgeMs" float8, attempts int, failures int,
         "attemptsBefore" int, "failuresBefore" int
       )
 ORDER BY q."agentId"
ON CONFLICT (agent_id) DO UPDATE
   SET state = EXCLUDED.state, half_began_at = EXCLUDED.half_began_at,
       attempts = EXCLUDED.attempts, failures = EXCLUDED.failures,
       attempts_before = EXCLUDED.attempts_before, failures_before = EXCLUDED.failures_before,
       (opened_at, opened_attempts, opened_failures, probes, doublings, probe_at) = (
         SELECT CASE WHEN o.opens THEN EXCLUDED.opened_at ELSE b.opened_at END,
                CASE WHEN o.opens THEN EXCLUDED.opened_attempts ELSE b.opened_attempts END,
                CASE WHEN o.opens THEN EXCLUDED.opened_failures ELSE b.opened_failures END,
                CASE WHEN o.opens THEN 0 ELSE b.probes END,
                CASE WHEN o.opens THEN 1 ELSE b.doublings END,
                CASE WHEN o.opens THEN EXCLUDED.probe_at ELSE b.probe_at END
           FROM (SELECT EXCLUDED.state = 'open' AND b.state <> 'open' AS opens) o
       )
