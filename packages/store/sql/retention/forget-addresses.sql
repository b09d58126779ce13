-- Takes the address from entries of the audit log before so many days.
-- takes: days, after, limit
-- gives: last? Date
WITH looked AS MATERIALIZED (
  SELECT x.ctid AS tid, x.created_at AS time FROM audit_entry x
   WHERE x.address IS NOT NULL AND x.created_at > $2::timestamptz AND x.created_at <= days_ago($1)
   ORDER BY x.created_at FETCH FIRST $3 ROWS WITH TIES
), gone AS (
  UPDATE audit_entry SET address = NULL WHERE ctid = ANY (ARRAY(
    SELECT x.ctid FROM audit_entry x
     WHERE x.ctid = ANY (ARRAY(SELECT tid FROM looked)) AND x.address IS NOT NULL
     FOR UPDATE SKIP LOCKED)) RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS audit_address, count(*)::int AS looked, max(time) AS last,
       days_ago($1) AS bound FROM looked
