-- takes: message_id, conversation_id, index, pressed_message_id
UPDATE message m SET quick_reply_index = $3, quick_reply_message_id = $4
 WHERE m.id = $1 AND m.conversation_id = $2 AND m.quick_reply_index IS NULL
   AND NOT EXISTS (
     SELECT FROM message l
      WHERE l.conversation_id = m.conversation_id AND l.created_at > m.created_at AND l.id <> $4
        AND (l.sender = 'human' OR l.quick_replies IS NOT NULL))
RETURNING m.id
