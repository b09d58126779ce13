WITH gone AS (
  DELETE FROM conversation c
   WHERE c.id = $1 AND NOT EXISTS (SELECT 1 FROM message m WHERE m.conversation_id = c.id)
     AND NOT EXISTS (SELECT 1 FROM media f WHERE f.conversation_id = c.id)
  RETURNING c.id
), finished AS (
  UPDATE erasure e SET finished_at = now(), conversation_id = NULL FROM gone g WHERE e.conversation_id = g.id
)
SELECT id FROM gone
