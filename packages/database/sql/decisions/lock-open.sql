-- Locks the open requests of a conversation, which their user removes.
-- takes: agent_id, conversation_id
SELECT id AS "decisionId", agent_id AS "agentId", conversation_id AS "conversationId", event_id AS "eventId",
       status, always_allow_pattern AS "alwaysAllowPattern", answer_schema IS NOT NULL AS "hasForm"
  FROM decision WHERE agent_id = $1 AND status = 'pending' AND conversation_id = $2 ORDER BY id FOR UPDATE
