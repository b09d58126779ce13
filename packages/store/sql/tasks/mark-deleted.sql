-- Marks a task as deleted, so that nothing finds it or runs it any more.
-- takes: id
UPDATE task SET deleted_at = now(), enabled = false, next_run_at = NULL WHERE id = $1
