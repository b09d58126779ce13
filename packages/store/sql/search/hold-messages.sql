-- The next messages of conversations without entries, first the newer ones, each part in its order. They are
-- held against removal, as are their conversations; one that somebody else holds has no words. A conversation
-- without any is one row. A lock may be of a newer version of a row than this sees messages of.
-- takes: conversation_ids, limit
-- gives: left_before?, is_newer?, files { name: string }[], decision_title?
WITH kept AS MATERIALIZED (
  SELECT c.id FROM conversation c WHERE c.id = ANY ($1::text[]) ORDER BY c.id FOR KEY SHARE SKIP LOCKED
), conv AS MATERIALIZED (
  SELECT c.id, c.user_id, c.agent_id, c.last_message_at, p.conversation_id IS NOT NULL AS is_known,
         coalesce(p.indexed_until, c.last_message_at) AS indexed_until,
         CASE WHEN p.conversation_id IS NULL THEN c.last_message_at + interval '1 millisecond'
              ELSE p.left_before END AS left_before
    FROM conversation c LEFT JOIN search_place p ON p.conversation_id = c.id
   WHERE c.id IN (SELECT id FROM kept) AND c.deleted_at IS NULL AND c.last_message_at IS NOT NULL
), portion AS MATERIALIZED (
  SELECT v.id AS conversation_id, true AS is_newer, x.id, x.created_at FROM conv v CROSS JOIN LATERAL (
    SELECT m.id, m.created_at FROM message m
     WHERE m.conversation_id = v.id AND m.created_at > v.indexed_until AND m.created_at <= v.last_message_at
     ORDER BY m.created_at LIMIT $2) x
  UNION ALL
  SELECT v.id, false, x.id, x.created_at FROM conv v CROSS JOIN LATERAL (
    SELECT m.id, m.created_at FROM message m
     WHERE m.conversation_id = v.id AND m.created_at < v.left_before ORDER BY m.created_at DESC LIMIT $2) x
), held AS MATERIALIZED (
  SELECT m.* FROM message m WHERE m.id = ANY (ARRAY(SELECT id FROM portion))
   ORDER BY m.id FOR KEY SHARE SKIP LOCKED
)
SELECT v.id AS conversation_id, v.user_id AS "userId", v.agent_id AS "agentId", v.last_message_at,
       v.indexed_until, v.left_before, v.is_known, p.is_newer, p.id, p.created_at AS at,
       m.id IS NOT NULL AS is_held, CASE m.kind WHEN 'text' THEN 'message' ELSE m.kind END AS kind, m.text,
       m.report_title, m.report_description, m.files, d.title AS decision_title,
       d.description AS decision_description, d.action AS decision_action, d.note AS decision_note
  FROM conv v LEFT JOIN portion p ON p.conversation_id = v.id LEFT JOIN held m ON m.id = p.id
  LEFT JOIN decision d ON d.id = m.decision_id
 ORDER BY v.id, p.is_newer DESC, CASE WHEN p.is_newer THEN p.created_at END, p.created_at DESC
