-- Removes places from which nobody has signed in for 90 days, the oldest first. Waits for no lock.
-- takes: limit
DELETE FROM sign_in_place WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM sign_in_place WHERE used_at < now() - interval '90 days'
   ORDER BY used_at LIMIT $1 FOR UPDATE SKIP LOCKED))
RETURNING 1 AS removed
