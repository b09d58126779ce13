-- What agents are writing in a conversation of the user, oldest first, or a row of nulls. What broke off is
-- left out once the agent has sent or begun another message, even 5 s before: it may notice before we do.
-- takes: conversation_id, user_id, silent_ms, limit
-- gives: messageId?
SELECT s.message_id AS "messageId", s.agent_id AS "agentId", s.is_over AS "isCut",
       s.started_at AS "startedAt", s.text
  FROM conversation c JOIN agent a ON a.id = c.agent_id
  LEFT JOIN LATERAL (
    SELECT s.* FROM (
      SELECT m.*, m.is_cut OR m.seen_at < now() - $3::int * interval '1 millisecond' AS is_over
        FROM message_stream m WHERE m.conversation_id = c.id
    ) s
     WHERE NOT EXISTS (SELECT FROM message m WHERE m.id = s.message_id)
       AND NOT (s.is_over AND EXISTS (
         SELECT FROM message m
          WHERE m.conversation_id = c.id AND m.created_at > s.seen_at AND m.sender = 'agent'))
       AND NOT (s.is_over AND EXISTS (
         SELECT FROM message_stream n WHERE n.conversation_id = c.id
            AND n.started_at > greatest(s.started_at, s.seen_at - interval '5 seconds')))
     LIMIT $4
  ) s ON true
 WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND a.deleted_at IS NULL
 ORDER BY s.started_at, s.message_id
