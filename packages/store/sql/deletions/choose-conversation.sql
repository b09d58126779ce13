-- Locks the deleted conversation with the id, or else the oldest that is due and that no process carries on.
-- takes: id?
SELECT c.id FROM conversation c JOIN agent a ON a.id = c.agent_id AND a.deleted_at IS NULL
 WHERE c.deleted_at IS NOT NULL AND is_chosen(c.id, c.deleted_at, $1)
 ORDER BY c.deleted_at LIMIT 1 FOR KEY SHARE OF a SKIP LOCKED FOR UPDATE OF c SKIP LOCKED
