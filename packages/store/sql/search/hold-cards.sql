-- The words of requests with the messages that show them, which are held against removal. One that somebody
-- else holds has none. A card is among the first messages since its request.
-- takes: ids
-- gives: files { name: string }[], decision_title?
WITH card AS MATERIALIZED (
  SELECT d.id AS decision_id, c.user_id, c.agent_id, x.id, x.created_at
    FROM decision d JOIN conversation c ON c.id = d.conversation_id
    CROSS JOIN LATERAL (
      SELECT y.id, y.created_at FROM (
        SELECT m.id, m.created_at, m.decision_id FROM message m
         WHERE m.conversation_id = d.conversation_id AND m.created_at >= d.created_at - interval '1 second'
         ORDER BY m.created_at LIMIT 1000
      ) y WHERE y.decision_id = d.id LIMIT 1
    ) x
   WHERE d.id = ANY ($1::text[]) AND c.deleted_at IS NULL
), held AS MATERIALIZED (
  SELECT m.* FROM message m WHERE m.id = ANY (ARRAY(SELECT id FROM card))
   ORDER BY m.id FOR KEY SHARE SKIP LOCKED
)
SELECT k.decision_id, k.id, m.id IS NOT NULL AS is_held, k.user_id AS "userId", k.agent_id AS "agentId",
       k.created_at AS at, CASE m.kind WHEN 'text' THEN 'message' ELSE m.kind END AS kind,
       m.text, m.report_title, m.report_description, m.files, d.title AS decision_title,
       d.description AS decision_description, d.action AS decision_action, d.note AS decision_note
  FROM card k LEFT JOIN held m ON m.id = k.id LEFT JOIN decision d ON d.id = k.decision_id
