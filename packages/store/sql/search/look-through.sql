-- The next conversations of a pass that have messages without entries, and the last one looked at, or null.
-- takes: after, looked_at_max, limit
-- gives: last?
WITH looked AS MATERIALIZED (
  SELECT c.id, c.agent_id, c.last_message_at IS NOT NULL AND c.deleted_at IS NULL
         AND (p.conversation_id IS NULL OR c.last_message_at > p.indexed_until OR p.left_before IS NOT NULL)
         AS is_due
    FROM conversation c LEFT JOIN search_place p ON p.conversation_id = c.id
   WHERE c.id > $1 ORDER BY c.id LIMIT $2
)
SELECT CASE WHEN (SELECT count(*) FROM looked) = $2 THEN (SELECT max(id) FROM looked) END AS last, ARRAY(
         SELECT l.id FROM looked l JOIN agent a ON a.id = l.agent_id
          WHERE l.is_due AND a.deleted_at IS NULL ORDER BY l.id LIMIT $3) AS ids
