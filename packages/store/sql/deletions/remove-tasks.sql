-- takes: id, limit
DELETE FROM task WHERE id IN (SELECT id FROM task WHERE agent_id = $1 LIMIT $2) RETURNING id
