-- Locks the deleted agent with the id, or else the oldest that is due and that nobody carries on at this
-- moment.
-- takes: id?
SELECT id FROM agent
 WHERE deleted_at IS NOT NULL
   AND CASE WHEN $1::text IS NULL THEN deleted_at < now() + interval '1 second' ELSE id = $1 END
 ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED
