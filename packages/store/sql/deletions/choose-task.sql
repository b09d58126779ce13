-- takes: id?
SELECT id FROM task WHERE deleted_at IS NOT NULL AND is_chosen(id, deleted_at, $1)
 ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED
