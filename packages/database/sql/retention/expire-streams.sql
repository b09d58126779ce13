-- Removes messages that agents have not gone on writing for an hour, the oldest first. Waits for no lock.
-- takes: limit
DELETE FROM message_stream WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM message_stream WHERE seen_at < now() - interval '1 hour'
   ORDER BY seen_at LIMIT $1 FOR UPDATE SKIP LOCKED))
RETURNING 1 AS removed
