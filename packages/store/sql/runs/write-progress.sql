-- takes: id, percent?, text
UPDATE task_run
   SET touched_at = coalesce(touched_at, now()), progress_percent = $2, progress_text = $3,
       progress_at = clock_timestamp(), progress_since = coalesce(progress_since, now())
 WHERE id = $1
