-- What callers have to prove. Nothing for a task without a trigger.
-- takes: task_id
SELECT sender_scheme, sender_sealed FROM task WHERE id = $1 AND trigger_hash IS NOT NULL
