-- takes: id, agent_id, name, prompt, schedule, trigger_type, timezone, run_at?, enabled, next_run_at?
-- takes: timeout_seconds?, retry_max?, retry_backoff_seconds?
INSERT INTO task AS t (id, agent_id, name, prompt, schedule, trigger_type, timezone, run_at, enabled, next_run_at,
                       timeout_seconds, retry_max, retry_backoff_seconds, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now())
ON CONFLICT (id) DO UPDATE
   SET (name, prompt, schedule, trigger_type, timezone, run_at, enabled, next_run_at, timeout_seconds, retry_max,
        retry_backoff_seconds, updated_at)
     = ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now())
