-- How many triggers of an agent wait, up to a number: open ones, and failed ones whose run is open.
-- Each part is read in the order of an index: where agents are few, planners would go through those of all.
-- takes: owner_id, max
SELECT count(*)::int AS used FROM (
  (SELECT FROM event WHERE agent_id = $1 AND type = 'task_trigger' AND state = 'open'
    ORDER BY type, push_no LIMIT $2)
  UNION ALL
  (SELECT FROM event WHERE agent_id = $1 AND type = 'task_trigger' AND is_listed AND state = 'failed'
    ORDER BY type, seq LIMIT $2)
  LIMIT $2
) known
