-- Sets what callers of a trigger have to prove. The header of a former secret is no more among those that
-- the agent gets: calls may still have it.
-- takes: task_id, version, scheme, header?, id_header?, sealed
UPDATE task
   SET sender_version = $2, sender_scheme = $3, sender_header = $4, sender_id_header = $5,
       sender_sealed = $6, sender_set_at = now(),
       trigger_headers = array_remove(trigger_headers, sender_header)
 WHERE id = $1
