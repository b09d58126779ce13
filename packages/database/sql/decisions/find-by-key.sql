-- The request that an agent calls so.
-- takes: agent_id, key
SELECT id FROM decision WHERE agent_id = $1 AND key = $2
