-- Locks the newest messages of a deleted conversation: its agent may not have received them yet.
SELECT m.id, m.decision_id, m.event_id, c.agent_id, c.user_id
  FROM message m JOIN conversation c ON c.id = m.conversation_id
 WHERE m.conversation_id = $1 ORDER BY m.created_at DESC LIMIT $2 FOR UPDATE OF m
