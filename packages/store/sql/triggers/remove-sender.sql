-- Callers of the trigger have to prove nothing any more, and those that were refused are forgotten. The
-- header of the secret is no more among those that the agent gets: calls may still have it.
-- takes: task_id
UPDATE task
   SET sender_version = NULL, sender_scheme = NULL, sender_header = NULL, sender_id_header = NULL,
       sender_sealed = NULL, sender_set_at = NULL,
       trigger_headers = array_remove(trigger_headers, sender_header),
       refused_count = NULL, refused_at = NULL, refused_reason = NULL
 WHERE id = $1 AND sender_version IS NOT NULL RETURNING id
