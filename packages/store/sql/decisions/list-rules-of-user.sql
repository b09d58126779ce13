-- takes: user_id, agent_id?, cursor?, limit
SELECT r.id AS "ruleId", r.agent_id AS "agentId", r.pattern, r.created_at AS "createdAt",
       r.expires_at AS "expiresAt"
  FROM standing_rule r JOIN agent a ON a.id = r.agent_id
 WHERE r.user_id = $1 AND ($2::text IS NULL OR r.agent_id = $2) AND ($3::text IS NULL OR r.id < $3)
   AND a.deleted_at IS NULL
 ORDER BY r.id DESC LIMIT $4
