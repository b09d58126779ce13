WITH known AS MATERIALIZED (
  SELECT c.id, c.agent_id FROM conversation c JOIN agent a ON a.id = c.agent_id
   WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND a.deleted_at IS NULL
), newest AS (
  SELECT max(m.created_at) - interval '1 millisecond' AS before FROM known k CROSS JOIN LATERAL (
    SELECT n.sender, n.created_at FROM message n
     WHERE n.conversation_id = k.id ORDER BY n.created_at DESC LIMIT 100
  ) m WHERE m.sender = 'agent'
), moved AS (
  UPDATE conversation c SET read_through = n.before
    FROM known k, newest n WHERE c.id = k.id AND c.read_through > n.before
  RETURNING c.id
)
SELECT agent_id AS "agentId", EXISTS (SELECT FROM moved) AS "hasMoved" FROM known
