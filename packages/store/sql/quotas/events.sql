-- How many events of an agent wait, but triggers, up to a number: open, or failed while their run is open.
-- Each part is read in the order of an index: where agents are few, planners would go through those of all.
-- takes: owner_id, max
SELECT count(*)::int AS used FROM (
  (SELECT FROM event WHERE agent_id = $1 AND state = 'open'
      AND type IN ('user_message', 'decision_resolved', 'task_due', 'run_cancelled')
    ORDER BY type, push_no LIMIT $2)
  UNION ALL
  (SELECT FROM event WHERE agent_id = $1 AND is_listed AND state = 'failed'
      AND type IN ('user_message', 'decision_resolved', 'task_due', 'run_cancelled')
    ORDER BY type, seq LIMIT $2)
  LIMIT $2
) known
