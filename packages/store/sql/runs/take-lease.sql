-- Takes a run on lease. `due_at` has an index: it is left alone, and the scheduler moves it.
-- takes: id, seconds
UPDATE task_run r
   SET touched_at = coalesce(r.touched_at, now()), lease_until = l.until,
       due_at = CASE WHEN r.due_at <= LEAST(l.until, r.deadline_at) THEN r.due_at
                     ELSE LEAST(l.until, r.deadline_at) END
  FROM (SELECT clock_timestamp() + $2::int * interval '1 second' AS until) l
 WHERE r.id = $1 RETURNING coalesce(r.lease_until, l.until) AS "leaseUntil"
