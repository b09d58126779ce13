-- takes: agent_id, limit
-- gives: action!, status DecisionStatus
SELECT id AS "decisionId", title, action, status, created_at AS "createdAt" FROM decision
 WHERE agent_id = $1 AND action IS NOT NULL ORDER BY id DESC LIMIT $2
