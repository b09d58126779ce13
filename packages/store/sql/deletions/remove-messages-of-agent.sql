DELETE FROM message WHERE id IN (
  SELECT m.id FROM conversation c JOIN message m ON m.conversation_id = c.id WHERE c.agent_id = $1 LIMIT $2
) RETURNING id
