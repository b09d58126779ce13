-- Opens the first conversation of an agent with its owner, for a message that moves it on.
-- takes: id, agent_id, user_id
INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at)
SELECT $1, $2, $3, t.now, t.now - interval '1 millisecond'
  FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) t
 WHERE NOT EXISTS (
   SELECT FROM conversation
    WHERE agent_id = $2 AND user_id = $3 AND deleted_at IS NULL AND last_message_at IS NOT NULL
      AND NOT is_test(archived_through)
 )
