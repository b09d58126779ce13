-- Gives a task a trigger, or its trigger another id.
-- takes: task_id, hash, sealed
UPDATE task SET trigger_hash = $2, trigger_sealed = $3 WHERE id = $1
