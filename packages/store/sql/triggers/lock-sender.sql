-- What callers have to prove. It is locked, since sealing anew replaces the value without the task's lock.
-- takes: task_id
SELECT sender_scheme, sender_sealed FROM trigger WHERE task_id = $1 FOR NO KEY UPDATE
