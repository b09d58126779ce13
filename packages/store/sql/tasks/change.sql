-- Sets all that can be changed of a task.
-- takes: id, name, prompt, schedule, trigger_type, timezone, run_at?, enabled, next_run_at?
-- takes: timeout_seconds?, retry_max?, retry_backoff_seconds?
UPDATE task
   SET name = $2, prompt = $3, schedule = $4, trigger_type = $5, timezone = $6, run_at = $7, enabled = $8,
       next_run_at = $9, timeout_seconds = $10, retry_max = $11, retry_backoff_seconds = $12,
       updated_at = now()
 WHERE id = $1
