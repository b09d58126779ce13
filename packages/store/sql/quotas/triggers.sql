-- How many triggers wait for each agent, up to a number: open ones, and failed ones whose run is open.
-- The limit is hidden from planners, as in `events.sql`.
-- takes: owner_ids, max
SELECT (SELECT count(*)::int FROM (
  (SELECT FROM event WHERE agent_id = o.id AND type = 'task_trigger' AND state = 'open'
    ORDER BY type, push_no LIMIT (SELECT $2::int))
  UNION ALL (SELECT FROM event WHERE agent_id = o.id AND type = 'task_trigger' AND is_listed
    AND state = 'failed' ORDER BY type, seq LIMIT (SELECT $2::int))
  LIMIT (SELECT $2::int)
) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
