UPDATE task SET deleted_at = now(), enabled = false, next_run_at = NULL WHERE id = $1
