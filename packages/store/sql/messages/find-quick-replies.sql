-- The buttons under a message with the user's agent, and which of them was pressed.
-- takes: message_id, user_id
-- gives: replies! QuickReply[], pressed? { index: number; messageId: string }
SELECT a.id AS "agentId", a.kind, c.id AS "conversationId", m.quick_replies AS replies,
       CASE WHEN m.quick_reply_index IS NULL THEN NULL
            ELSE jsonb_build_object('index', m.quick_reply_index, 'messageId', m.quick_reply_message_id)
       END AS pressed
  FROM message m
  JOIN conversation c ON c.id = m.conversation_id AND c.user_id = $2 AND c.deleted_at IS NULL
  JOIN agent a ON a.id = c.agent_id AND a.deleted_at IS NULL
 WHERE m.id = $1 AND m.quick_replies IS NOT NULL
