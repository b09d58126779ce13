-- A task within a scope: of the agent or of the owner.
-- takes: id, agent_id?, owner_id?
-- gives: trigger_type TriggerType, run_at?, next_run_at?, timeout_seconds?, retry_max?
-- gives: retry_backoff_seconds?, last_run_status? RunStatus, trigger_sealed?, sender_scheme? SenderScheme
-- gives: sender_header?, sender_id_header?, sender_sealed?, sender_set_at?, refused_count?, refused_at?
-- gives: refused_reason? SenderRefusal
SELECT * FROM task_record
 WHERE id = $1 AND ($2::text IS NULL OR agent_id = $2) AND ($3::text IS NULL OR owner_id = $3)
