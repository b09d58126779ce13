-- takes: days, after, limit
WITH gone AS (
  DELETE FROM event WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM event
     WHERE ended_at IS NOT NULL AND NOT is_listed AND ended_at >= $2::timestamptz AND ended_at <= days_ago($1)
     ORDER BY ended_at LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING id, ended_at AS time
), attempts AS (
  DELETE FROM delivery_attempt WHERE event_id = ANY (ARRAY(SELECT id FROM gone)) RETURNING 1
)
SELECT count(*)::int AS event, (SELECT count(*)::int FROM attempts) AS attempt,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM gone
