-- Gives nothing if the rule stands already, with the same end.
-- takes: id, user_id, agent_id, pattern, seconds?
INSERT INTO decision_rule AS r (id, user_id, agent_id, pattern, expires_at)
VALUES ($1, $2, $3, $4, now() + $5::int * interval '1 second')
ON CONFLICT (agent_id, pattern) DO UPDATE
   SET expires_at = EXCLUDED.expires_at WHERE r.expires_at IS DISTINCT FROM EXCLUDED.expires_at
RETURNING id
