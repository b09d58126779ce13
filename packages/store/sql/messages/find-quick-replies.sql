-- takes: message_id, user_id
-- gives: replies! QuickReply[], pressedIndex?, pressedId?
SELECT c.agent_id AS "agentId", c.id AS "conversationId", m.quick_replies AS replies,
       m.quick_reply_index AS "pressedIndex", m.quick_reply_message_id AS "pressedId"
  FROM message m JOIN conversation c ON c.id = m.conversation_id JOIN agent a ON a.id = c.agent_id
 WHERE m.id = $1 AND m.quick_replies IS NOT NULL AND c.user_id = $2 AND c.deleted_at IS NULL
   AND a.deleted_at IS NULL
