-- Sets what callers of a trigger have to prove.
-- takes: task_id, version, scheme, header?, id_header?, sealed
UPDATE trigger
   SET sender_version = $2, sender_scheme = $3, sender_header = $4, sender_id_header = $5, sender_sealed = $6,
       sender_set_at = now()
 WHERE task_id = $1
