-- takes: days, after, limit
WITH gone AS (
  DELETE FROM erasure WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM erasure
     WHERE finished_at IS NOT NULL AND finished_at >= $2::timestamptz AND finished_at <= days_ago($1)
     ORDER BY finished_at LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING finished_at AS time
)
SELECT count(*)::int AS erasure,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM gone
