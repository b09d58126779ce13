-- How many replays of an agent have not ended.
-- takes: agent_id
SELECT count(*)::int AS count FROM replay WHERE agent_id = $1 AND state = 'running'
