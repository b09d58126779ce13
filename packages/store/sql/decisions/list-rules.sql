SELECT id, pattern FROM standing_rule WHERE agent_id = $1 ORDER BY id
