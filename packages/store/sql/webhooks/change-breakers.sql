-- Closes breakers, and counts the probes of others. The window of one that closes begins anew: what failed
-- before says nothing of a webhook that works again.
-- takes: closed, probed, waits_ms
WITH closed AS (
  DELETE FROM webhook_breaker WHERE agent_id = ANY ($1::text[])
)
UPDATE webhook_breaker b
   SET probes = b.probes + 1, doublings = b.doublings + 1, probe_at = now() + q.wait_ms * interval '1 millisecond'
  FROM unnest($2::text[], $3::float8[]) AS q (agent_id, wait_ms)
 WHERE b.agent_id = q.agent_id
