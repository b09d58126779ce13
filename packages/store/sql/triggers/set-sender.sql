-- Sets what callers of a trigger have to prove. Without a header a former one stays known.
-- takes: task_id, version, scheme, header?, id_header?, sealed
UPDATE trigger
   SET sender_version = $2, sender_scheme = $3, sender_header = coalesce($4, sender_header),
       sender_id_header = $5, sender_sealed = $6, sender_set_at = now()
 WHERE task_id = $1
