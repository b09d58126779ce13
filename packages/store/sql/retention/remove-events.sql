-- Removes events that ended before so many days, with their attempts.
-- takes: days, after, limit
-- gives: last? Date
WITH looked AS MATERIALIZED (
  SELECT ctid AS tid, ended_at AS time FROM event
   WHERE ended_at IS NOT NULL AND NOT is_listed AND ended_at > $2::timestamptz AND ended_at <= days_ago($1)
   ORDER BY ended_at FETCH FIRST $3 ROWS WITH TIES
), gone AS (
  DELETE FROM event WHERE ctid = ANY (ARRAY(
    SELECT x.ctid FROM event x
     WHERE x.ctid = ANY (ARRAY(SELECT tid FROM looked)) AND x.ended_at IS NOT NULL AND NOT x.is_listed
     FOR UPDATE SKIP LOCKED)) RETURNING id
), attempts AS (
  DELETE FROM delivery_attempt WHERE event_id = ANY (ARRAY(SELECT id FROM gone)) RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS event, (SELECT count(*)::int FROM attempts) AS attempt,
       count(*)::int AS looked, max(time) AS last, days_ago($1) AS bound FROM looked
