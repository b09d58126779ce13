-- takes: days, after, limit
WITH looked AS MATERIALIZED (
  SELECT x.ctid AS tid, x.created_at AS time FROM media x
   WHERE x.expired_at IS NULL AND x.message_id IS NOT NULL AND x.created_at > $2::timestamptz AND x.created_at <= days_ago($1)
   ORDER BY x.created_at FETCH FIRST $3 ROWS WITH TIES
), gone AS (
  UPDATE media SET expired_at = now() WHERE ctid = ANY (ARRAY(
    SELECT x.ctid FROM media x
     WHERE x.ctid = ANY (ARRAY(SELECT tid FROM looked)) AND x.expired_at IS NULL
       AND (SELECT 1 FROM event e WHERE e.subject_id = x.message_id AND e.state = 'open'
               AND NOT starts_with(e.subject_id, 'run_') LIMIT 1) IS NULL
     FOR UPDATE SKIP LOCKED)) RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS media,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM looked
