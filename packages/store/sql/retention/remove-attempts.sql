-- Removes attempts of webhooks before so many days, also those of events that are open.
-- takes: days, after, limit
-- gives: last? Date
WITH looked AS MATERIALIZED (
  SELECT x.ctid AS tid, x.started_at AS time FROM delivery_attempt x
   WHERE x.started_at > $2::timestamptz AND x.started_at <= days_ago($1)
   ORDER BY x.started_at FETCH FIRST $3 ROWS WITH TIES
), gone AS (
  DELETE FROM delivery_attempt WHERE ctid = ANY (ARRAY(
    SELECT x.ctid FROM delivery_attempt x
     WHERE x.ctid = ANY (ARRAY(SELECT tid FROM looked))
     FOR UPDATE SKIP LOCKED)) RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS attempt, count(*)::int AS looked, max(time) AS last,
       days_ago($1) AS bound FROM looked
