-- Moves the next occurrences of tasks. A locked task is being claimed or changed, and computed anew by that.
-- takes: task_ids, former, next
WITH locked AS MATERIALIZED (
  SELECT t.id, m.next
    FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS m (task_id, former, next)
    JOIN task t ON t.id = m.task_id AND t.enabled AND t.next_run_at = m.former
   ORDER BY t.id FOR NO KEY UPDATE OF t SKIP LOCKED
)
UPDATE task t SET next_run_at = h.next FROM locked h WHERE t.id = h.id
