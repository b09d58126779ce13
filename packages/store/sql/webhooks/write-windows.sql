-- Writes windows of webhooks, in one order. What is known of a breaker's opening stays while it is open.
-- takes: windows, probe_ms
INSERT INTO webhook_breaker AS b (
  agent_id, state, half_began_at, attempts, failures, attempts_before, failures_before,
  opened_at, opened_attempts, opened_failures, probe_at
)
SELECT q."agentId", q.state, now() - q."halfAgeMs" * interval '1 millisecond', q.attempts, q.failures,
       q."attemptsBefore", q."failuresBefore", now(), q.attempts + q."attemptsBefore",
       q.failures + q."failuresBefore", now() + $2::float8 * interval '1 millisecond'
  FROM json_to_recordset($1::json) AS q (
         "agentId" text, state text, "halfAgeMs" float8, attempts int, failures int,
         "attemptsBefore" int, "failuresBefore" int
       )
 ORDER BY q."agentId"
ON CONFLICT (agent_id) DO UPDATE
   SET state = EXCLUDED.state, half_began_at = EXCLUDED.half_began_at,
       attempts = EXCLUDED.attempts, failures = EXCLUDED.failures,
       attempts_before = EXCLUDED.attempts_before, failures_before = EXCLUDED.failures_before,
       opened_at = CASE WHEN b.state = 'open' THEN b.opened_at ELSE EXCLUDED.opened_at END,
       opened_attempts = CASE WHEN b.state = 'open' THEN b.opened_attempts ELSE EXCLUDED.opened_attempts END,
       opened_failures = CASE WHEN b.state = 'open' THEN b.opened_failures ELSE EXCLUDED.opened_failures END,
       probe_at = CASE WHEN b.state = 'open' THEN b.probe_at ELSE EXCLUDED.probe_at END
