-- Stores a task, or sets all that can be changed of it.
-- takes: id, agent_id, name, prompt, schedule, trigger_type, timezone, run_at?, enabled, next_run_at?
-- takes: timeout_seconds?, retry_max?, retry_backoff_seconds?
INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, timezone, run_at, enabled, next_run_at,
                  timeout_seconds, retry_max, retry_backoff_seconds, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now())
ON CONFLICT (id) DO UPDATE
   SET name = $3, prompt = $4, schedule = $5, trigger_type = $6, timezone = $7, run_at = $8, enabled = $9,
       next_run_at = $10, timeout_seconds = $11, retry_max = $12, retry_backoff_seconds = $13,
       updated_at = now()
