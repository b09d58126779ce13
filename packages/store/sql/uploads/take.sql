-- Gives uploads to a message of their sender. They are locked in the order of their ids, before the agent.
-- takes: ids, agent_id, user_id?, message_id
WITH waiting AS (
  SELECT id FROM media
   WHERE id = ANY ($1::text[]) AND ready_at IS NOT NULL AND message_id IS NULL AND expired_at IS NULL
     AND CASE WHEN $3::text IS NULL THEN agent_id = $2 ELSE user_id = $3 AND agent_id IS NULL END
   ORDER BY id FOR UPDATE
)
UPDATE media m SET agent_id = a.id, message_id = $4, created_at = now()
  FROM waiting w, agent a WHERE m.id = w.id AND a.id = $2 AND a.deleted_at IS NULL
RETURNING m.id
