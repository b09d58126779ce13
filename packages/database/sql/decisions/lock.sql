-- Locks requests that their user removes.
-- takes: ids
SELECT id AS "decisionId", agent_id AS "agentId", conversation_id AS "conversationId", event_id AS "eventId",
       status, always_allow_pattern AS "alwaysAllowPattern", answer_schema IS NOT NULL AS "hasForm"
  FROM decision WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE
