-- takes: after, limit
-- gives: now Date
SELECT id, schedule, timezone, next_run_at, clock_timestamp() AS now FROM task
 WHERE id > $1 AND enabled AND deleted_at IS NULL AND timezone <> 'UTC' AND schedule <> 'once'
   AND next_run_at > now()
 ORDER BY id LIMIT $2
