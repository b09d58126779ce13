-- Removes sign-ins that have expired, the oldest first. Waits for no lock.
-- takes: limit
DELETE FROM session WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM session WHERE expires_at < now()
   ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))
RETURNING 1 AS removed
