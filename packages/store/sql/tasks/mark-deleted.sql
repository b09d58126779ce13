UPDATE task SET deleted_at = now(), enabled = false, next_run_at = NULL,
       trigger_hash = NULL, trigger_sealed = NULL, sender_sealed = NULL WHERE id = $1
