DELETE FROM decision_rule r USING agent a
 WHERE r.id = $1 AND r.user_id = $2 AND a.id = r.agent_id AND a.deleted_at IS NULL
RETURNING r.agent_id AS "agentId", r.pattern
