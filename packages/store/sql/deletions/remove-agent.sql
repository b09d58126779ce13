-- Removes a deleted agent, and what has few rows with it. It waits for its files, which a gateway removes.
WITH gone AS (
  DELETE FROM agent
   WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM media WHERE agent_id = $1)
     AND NOT EXISTS (SELECT 1 FROM event WHERE agent_id = $1)
  RETURNING id
), breaker AS (
  DELETE FROM webhook_breaker b USING gone g WHERE b.agent_id = g.id
)
SELECT id FROM gone
