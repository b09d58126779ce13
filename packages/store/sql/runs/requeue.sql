-- Puts a run back: it is pending, and waits to be offered again. With a reason of that, its attempt was over.
-- takes: id, wait_seconds, reason? RunFailureReason
WITH again AS (
  UPDATE task_run r
     SET status = 'pending', touched_at = NULL, lease_until = NULL, deadline_at = NULL,
         offer_at = o.moment, due_at = o.moment, failure_reason = coalesce($3, r.failure_reason),
         attempt = CASE WHEN $3::text IS NULL THEN r.attempt ELSE coalesce(r.attempt, 1) + 1 END,
         progress_percent = NULL, progress_text = NULL, progress_at = NULL, progress_since = NULL
    FROM (SELECT date_trunc('milliseconds', clock_timestamp()) + $2::int * interval '1 second' AS moment) o
   WHERE r.id = $1 RETURNING r.event_id
)
SELECT end_events(ARRAY[event_id]) FROM again
