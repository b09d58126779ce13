WITH gone AS (
  DELETE FROM conversation WHERE id IN (SELECT id FROM conversation WHERE agent_id = $1 LIMIT $2) RETURNING id
), finished AS (
  UPDATE erasure e SET finished_at = now(), conversation_id = NULL FROM gone g WHERE e.conversation_id = g.id
)
SELECT id FROM gone
