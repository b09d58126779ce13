DELETE FROM decision_rule WHERE id IN (SELECT id FROM decision_rule WHERE agent_id = $1 LIMIT $2) RETURNING id
