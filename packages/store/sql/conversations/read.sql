-- A user has read a conversation up to a moment: moves on, and never back, at most to the newest message.
-- The conversation's deletion takes it wholly, so it is locked: a message may come meanwhile.
-- takes: id, user_id, read_through
WITH known AS MATERIALIZED (
  SELECT c.id, c.agent_id, c.last_message_at FROM conversation c JOIN agent a ON a.id = c.agent_id
   WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND a.deleted_at IS NULL FOR KEY SHARE OF c
), moved AS (
  INSERT INTO conversation_reading AS r (conversation_id, user_id, read_through)
  SELECT id, $2, LEAST($3::timestamptz, last_message_at) FROM known WHERE last_message_at IS NOT NULL
  ON CONFLICT (conversation_id, user_id) DO UPDATE SET read_through = excluded.read_through
    WHERE r.read_through < excluded.read_through
  RETURNING r.conversation_id
)
SELECT agent_id AS "agentId", EXISTS (SELECT FROM moved) AS "hasMoved" FROM known
