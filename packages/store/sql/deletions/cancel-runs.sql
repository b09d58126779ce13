-- Cancels open runs of a deleted task. Within a stage by id, the order in which all statements lock runs.
WITH portion AS MATERIALIZED (
  SELECT r.id FROM task_run r WHERE r.task_id = $1 AND r.stage < 3
   ORDER BY r.stage, r.id LIMIT $2 FOR NO KEY UPDATE
)
UPDATE task_run r
   SET task_id = NULL, status = 'cancelled', finished_at = now(), lease_until = NULL, deadline_at = NULL,
       offer_at = NULL, due_at = NULL, failure_reason = NULL, progress_percent = NULL, progress_text = NULL,
       progress_at = NULL, progress_since = NULL, trigger_key = NULL
  FROM portion p WHERE r.id = p.id RETURNING r.id
