-- Gives a task a trigger, or its trigger another id.
-- takes: task_id, hash, sealed
INSERT INTO trigger (task_id, trigger_hash, trigger_sealed) VALUES ($1, $2, $3)
ON CONFLICT (task_id) DO UPDATE
   SET trigger_hash = excluded.trigger_hash, trigger_sealed = excluded.trigger_sealed, created_at = now()
