-- How many events wait for each agent, but triggers, up to a number: open, or failed while their run is open.
-- In the order of an index. The limit is hidden from planners, which go through all where agents are few.
-- takes: owner_ids, max
SELECT (SELECT count(*)::int FROM (
  (SELECT FROM event WHERE agent_id = o.id AND state = 'open'
      AND type IN ('user_message', 'decision_resolved', 'task_due', 'run_cancelled')
    ORDER BY type, push_no LIMIT (SELECT $2::int))
  UNION ALL (SELECT FROM event WHERE agent_id = o.id AND is_listed AND state = 'failed'
      AND type IN ('user_message', 'decision_resolved', 'task_due', 'run_cancelled')
    ORDER BY type, seq LIMIT (SELECT $2::int))
  LIMIT (SELECT $2::int)
) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
