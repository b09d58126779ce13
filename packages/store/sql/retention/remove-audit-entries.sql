-- takes: days, after, limit
WITH gone AS (
  DELETE FROM audit_entry WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM audit_entry
     WHERE created_at >= $2::timestamptz AND created_at <= days_ago($1)
     ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING created_at AS time
)
SELECT count(*)::int AS audit,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM gone
