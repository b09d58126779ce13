-- Gives uploads to a message of their sender. They are locked in the order of their ids, before the agent.
-- takes: ids, agent_id, user_id?, message_id
WITH waiting AS (
  SELECT id FROM upload
   WHERE id = ANY ($1::text[]) AND ready_at IS NOT NULL AND ended_at IS NULL
     AND CASE WHEN $3::text IS NULL THEN agent_id = $2 ELSE user_id = $3 AND agent_id IS NULL END
   ORDER BY id FOR UPDATE
), taken AS (
  DELETE FROM upload u USING waiting w WHERE u.id = w.id
  RETURNING u.id, u.agent_id, u.content_type, u.byte_length, u.file_name
)
INSERT INTO media (id, agent_id, content_type, byte_length, message_id, is_from_agent, file_name)
SELECT t.id, a.id, t.content_type, t.byte_length, $4, t.agent_id IS NOT NULL, t.file_name
  FROM taken t JOIN agent a ON a.id = $2 AND a.deleted_at IS NULL
RETURNING id
