-- Locks the deleted conversation with the id, or else the oldest that is due and that nobody carries on.
-- Those of a deleted agent go with it.
-- takes: id?
SELECT c.id FROM conversation c JOIN agent a ON a.id = c.agent_id
 WHERE a.deleted_at IS NULL AND c.deleted_at IS NOT NULL
   AND CASE WHEN $1::text IS NULL THEN c.deleted_at < now() + interval '1 second' ELSE c.id = $1 END
 ORDER BY c.deleted_at LIMIT 1 FOR KEY SHARE OF a SKIP LOCKED FOR UPDATE OF c SKIP LOCKED
