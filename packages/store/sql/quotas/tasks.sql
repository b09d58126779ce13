-- How many tasks an agent has, up to a number.
-- takes: owner_id, max
SELECT count(*)::int AS used FROM (SELECT FROM task WHERE agent_id = $1 AND deleted_at IS NULL LIMIT $2) known
