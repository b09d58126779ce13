SELECT s.agent_id AS "agentId", count(*)::int AS count
  FROM live_session s JOIN agent a ON a.id = s.agent_id
 WHERE s.agent_id = ANY ($1::text[]) AND a.deleted_at IS NULL
 GROUP BY s.agent_id
