-- Removes a task's trigger. The keys of its runs are of the task, so they count for a later trigger of it too.
-- takes: task_id
UPDATE task
   SET trigger_hash = NULL, trigger_sealed = NULL, trigger_headers = '{}', sender_version = NULL,
       sender_scheme = NULL, sender_header = NULL, sender_id_header = NULL, sender_sealed = NULL,
       sender_set_at = NULL, refused_count = NULL, refused_at = NULL, refused_reason = NULL
 WHERE id = $1
