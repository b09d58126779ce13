-- takes: days, after, limit
WITH looked AS MATERIALIZED (
  SELECT x.ctid AS tid, x.finished_at AS time FROM task_run x
   WHERE x.finished_at IS NOT NULL AND x.finished_at > $2::timestamptz AND x.finished_at <= days_ago($1)
   ORDER BY x.finished_at FETCH FIRST $3 ROWS WITH TIES
), gone AS (
  DELETE FROM task_run WHERE ctid = ANY (ARRAY(
    SELECT x.ctid FROM task_run x
     WHERE x.ctid = ANY (ARRAY(SELECT tid FROM looked)) AND x.finished_at IS NOT NULL
       AND (SELECT 1 FROM event e WHERE e.id = x.event_id AND (e.state = 'open' OR e.is_listed)) IS NULL
     FOR UPDATE SKIP LOCKED)) RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS run,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM looked
