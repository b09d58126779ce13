-- How many bytes of triggers wait for an agent: open ones, and failed ones whose run is open.
-- PostgreSQL knows the sizes of frames without reading them.
-- takes: owner_id
SELECT coalesce(sum(octet_length(frame)), 0)::float8 AS used FROM event
 WHERE agent_id = $1 AND type = 'task_trigger' AND (state = 'open' OR is_listed AND state = 'failed')
