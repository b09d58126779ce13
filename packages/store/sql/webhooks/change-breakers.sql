-- Changes breakers: open ones that probe, those that let go and those that close.
-- The window of one that lets go begins anew: what failed before says nothing of a webhook that works again.
-- takes: agent_ids, states, waits_ms
UPDATE webhook_breaker b
   SET state = q.state, probes = b.probes + (q.state = 'open')::int,
       doublings = b.doublings + (q.state = 'open')::int,
       probe_at = CASE WHEN q.state = 'open' THEN now() + q.wait_ms * interval '1 millisecond' END,
       half_began_at = CASE WHEN q.state = 'open' THEN b.half_began_at ELSE now() END,
       attempts = CASE WHEN q.state = 'open' THEN b.attempts ELSE 0 END,
       failures = CASE WHEN q.state = 'open' THEN b.failures ELSE 0 END,
       attempts_before = CASE WHEN q.state = 'open' THEN b.attempts_before ELSE 0 END,
       failures_before = CASE WHEN q.state = 'open' THEN b.failures_before ELSE 0 END
  FROM unnest($1::text[], $2::text[], $3::float8[]) AS q (agent_id, state, wait_ms)
 WHERE b.agent_id = q.agent_id
