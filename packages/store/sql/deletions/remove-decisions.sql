DELETE FROM decision WHERE id IN (SELECT id FROM decision WHERE agent_id = $1 LIMIT $2) RETURNING id
