-- A user has read a conversation up to a moment: moves on, and never back, at most to the newest message.
-- takes: id, user_id, read_through
WITH known AS MATERIALIZED (
  SELECT c.id, c.agent_id FROM conversation c JOIN agent a ON a.id = c.agent_id
   WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND a.deleted_at IS NULL
), moved AS (
  UPDATE conversation c SET read_through = LEAST($3::timestamptz, c.last_message_at)
    FROM known k WHERE c.id = k.id AND c.last_message_at IS NOT NULL
     AND coalesce(c.read_through, '-infinity') < LEAST($3::timestamptz, c.last_message_at)
  RETURNING c.id
)
SELECT agent_id AS "agentId", EXISTS (SELECT FROM moved) AS "hasMoved" FROM known
