-- Locks a message of a user, in the order of all statements: agent, conversation, message.
WITH known AS MATERIALIZED (
  SELECT a.id AS agent_id, c.id AS conversation_id
    FROM message m JOIN conversation c ON c.id = m.conversation_id JOIN agent a ON a.id = c.agent_id
   WHERE m.id = $1 AND c.user_id = $2 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR KEY SHARE OF a
), locked AS MATERIALIZED (
  SELECT c.id, c.agent_id FROM conversation c
   WHERE c.id = (SELECT conversation_id FROM known) AND c.deleted_at IS NULL FOR NO KEY UPDATE
)
SELECT m.id, m.kind, m.task_run_id, m.decision_id, m.event_id, h.agent_id, m.conversation_id
  FROM message m, locked h WHERE m.id = $1 AND m.conversation_id = h.id FOR UPDATE OF m
