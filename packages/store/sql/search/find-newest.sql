-- Conversations with messages since a moment, or of the last minute, that have no entries. A transaction
-- that is under way may still bring messages of the last seconds.
-- takes: since?, limit
-- gives: ids string[]
WITH bound AS MATERIALIZED (
  SELECT coalesce($1::timestamptz, now() - interval '1 minute') AS since
), recent AS MATERIALIZED (
  SELECT m.conversation_id, max(m.created_at) AS newest FROM message m
   WHERE m.created_at > (SELECT since FROM bound) GROUP BY m.conversation_id
)
SELECT b.since, now() - interval '5 seconds' AS next_since, ARRAY(
         SELECT c.id FROM recent r
           JOIN conversation c ON c.id = r.conversation_id JOIN agent a ON a.id = c.agent_id
           LEFT JOIN search_place p ON p.conversation_id = c.id
          WHERE c.deleted_at IS NULL AND a.deleted_at IS NULL
            AND (p.conversation_id IS NULL OR c.last_message_at > p.indexed_until)
          ORDER BY r.newest LIMIT $2) AS ids
  FROM bound b
