-- The tasks of an agent behind one of them, oldest first.
-- takes: agent_id, after, limit?
-- gives: trigger_type TriggerType, run_at?, next_run_at?, timeout_seconds?, retry_max?
-- gives: retry_backoff_seconds?, last_run_status? RunStatus, trigger_sealed?, sender_scheme? SenderScheme
-- gives: sender_header?, sender_id_header?, sender_sealed?, sender_set_at?, refused_count?, refused_at?
-- gives: refused_reason? SenderRefusal
SELECT * FROM task_record WHERE agent_id = $1 AND id > $2 ORDER BY id LIMIT $3
