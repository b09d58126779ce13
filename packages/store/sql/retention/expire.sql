-- Removes what has expired of a kind, the oldest first. Waits for no lock.
-- takes: kind string, limit
WITH sessions AS (
  DELETE FROM session WHERE ctid = ANY (ARRAY(SELECT ctid FROM session
   WHERE $1 = 'session' AND expires_at < now()
   ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
), tries AS (
  DELETE FROM password_try WHERE ctid = ANY (ARRAY(SELECT ctid FROM password_try
   WHERE $1 = 'password_try' AND last_at < now() - interval '1 day'
   ORDER BY last_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
), networks AS (
  DELETE FROM sign_in_network WHERE ctid = ANY (ARRAY(SELECT ctid FROM sign_in_network
   WHERE $1 = 'sign_in_network' AND used_at < now() - interval '90 days'
   ORDER BY used_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
), keys AS (
  DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY(SELECT ctid FROM idempotency_key
   WHERE $1 = 'idempotency_key' AND kept_at < now() - interval '24 hours'
   ORDER BY kept_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
), streams AS (
  DELETE FROM message_stream WHERE ctid = ANY (ARRAY(SELECT ctid FROM message_stream
   WHERE $1 = 'message_stream' AND seen_at < now() - interval '1 hour'
   ORDER BY seen_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
), logins AS (
  DELETE FROM device_login WHERE ctid = ANY (ARRAY(SELECT ctid FROM device_login
   WHERE $1 = 'device_login' AND expires_at < now()
   ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
), breakers AS (
  DELETE FROM webhook_breaker WHERE ctid = ANY (ARRAY(SELECT ctid FROM webhook_breaker
   WHERE $1 = 'webhook_breaker' AND state = 'closed' AND half_began_at < now() - interval '2 days'
   ORDER BY half_began_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
)
SELECT 1 AS removed FROM sessions UNION ALL SELECT 1 FROM tries UNION ALL SELECT 1 FROM networks
UNION ALL SELECT 1 FROM keys UNION ALL SELECT 1 FROM streams UNION ALL SELECT 1 FROM logins
UNION ALL SELECT 1 FROM breakers
