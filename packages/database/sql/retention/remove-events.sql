-- Removes events that ended before so many days, with their attempts.
-- takes: days, after, limit
-- gives: last? Date
WITH looked AS MATERIALIZED (
  SELECT x.ctid AS place, x.ended_at AS time FROM event x
   WHERE x.ended_at IS NOT NULL AND NOT x.is_listed AND x.ended_at > $2::timestamptz
     AND x.ended_at <= now() - $1::int * interval '24 hours'
   ORDER BY x.ended_at FETCH FIRST $3 ROWS WITH TIES
), due AS MATERIALIZED (
  SELECT x.ctid AS place FROM event x
   WHERE x.ctid = ANY (ARRAY(SELECT place FROM looked)) AND x.ended_at IS NOT NULL AND NOT x.is_listed
   FOR UPDATE SKIP LOCKED
), gone AS (
  DELETE FROM event WHERE ctid = ANY (ARRAY(SELECT place FROM due)) RETURNING id
), attempts AS (
  DELETE FROM delivery_attempt WHERE event_id = ANY (ARRAY(SELECT id FROM gone)) RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS event, (SELECT count(*)::int FROM attempts) AS attempt,
       count(*)::int AS looked, max(time) AS last, now() - $1::int * interval '24 hours' AS bound
  FROM looked
