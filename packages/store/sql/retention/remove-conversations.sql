-- An agent's newest with a user stays, because agents that report seldom keep its id.
-- takes: days, after, limit
WITH looked AS MATERIALIZED (
  SELECT ctid AS tid, last_message_at AS time FROM conversation
   WHERE last_message_text IS NULL AND last_message_at > $2::timestamptz AND last_message_at <= days_ago($1)
   ORDER BY last_message_at FETCH FIRST $3 ROWS WITH TIES
), gone AS (
  DELETE FROM conversation WHERE ctid = ANY (ARRAY(
    SELECT x.ctid FROM conversation x
     WHERE x.ctid = ANY (ARRAY(SELECT tid FROM looked)) AND x.last_message_text IS NULL
       AND x.deleted_at IS NULL AND (SELECT 1 FROM message m WHERE m.conversation_id = x.id LIMIT 1) IS NULL
       AND (SELECT 1 FROM conversation n
             WHERE n.agent_id = x.agent_id AND n.user_id = x.user_id AND n.last_message_at > x.last_message_at
               AND n.deleted_at IS NULL LIMIT 1) IS NOT NULL
     FOR UPDATE SKIP LOCKED)) RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS conversation,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM looked
