-- takes: days, after, limit
WITH gone AS (
  DELETE FROM delivery_attempt WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM delivery_attempt
     WHERE started_at >= $2::timestamptz AND started_at <= days_ago($1)
     ORDER BY started_at LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING started_at AS time
)
SELECT count(*)::int AS attempt,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM gone
