-- takes: days, after, limit
WITH gone AS (
  UPDATE audit_entry SET address = NULL WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM audit_entry
     WHERE address IS NOT NULL AND created_at >= $2::timestamptz AND created_at <= days_ago($1)
     ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING created_at AS time
)
SELECT count(*)::int AS audit_address,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM gone
