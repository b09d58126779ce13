-- Removes counts of wrong passwords after a day, the oldest first. Waits for no lock.
-- takes: limit
DELETE FROM password_try WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM password_try WHERE last_at < now() - interval '1 day'
   ORDER BY last_at LIMIT $1 FOR UPDATE SKIP LOCKED))
RETURNING 1 AS removed
