SELECT id, pattern FROM decision_rule WHERE agent_id = $1 ORDER BY id
