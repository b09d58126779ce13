-- How many bytes of triggers wait for each agent: open ones, and failed ones whose run is open.
-- takes: owner_ids
SELECT (SELECT coalesce(sum(octet_length(frame)), 0)::float8 FROM event
  WHERE agent_id = o.id AND type = 'task_trigger' AND (state = 'open' OR is_listed AND state = 'failed')
) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
