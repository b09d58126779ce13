-- takes: id, user_id, agent_id, pattern
INSERT INTO decision_rule (id, user_id, agent_id, pattern) VALUES ($1, $2, $3, $4)
ON CONFLICT (agent_id, pattern) DO NOTHING
RETURNING id
