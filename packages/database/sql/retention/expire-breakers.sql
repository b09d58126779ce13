-- Removes windows of webhooks that have not failed for two days, the oldest first. Waits for no lock.
-- takes: limit
DELETE FROM webhook_breaker WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM webhook_breaker WHERE state = 'closed' AND half_began_at < now() - interval '2 days'
   ORDER BY half_began_at LIMIT $1 FOR UPDATE SKIP LOCKED))
RETURNING 1 AS removed
