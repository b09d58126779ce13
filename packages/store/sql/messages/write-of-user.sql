-- Locks in the order of all statements, agent, conversation, counter, so that it cannot deadlock with them.
-- takes: conversation_id, agent_id, user_id, opens_conversation
-- takes: message_id, sender_name, text, image_urls, audio_url?, files?, event_id, frame, is_test
-- gives: type EventType, slot?
WITH permitted AS (
  SELECT id FROM agent
   WHERE id = $2 AND owner_id = $3 AND kind = 'interactive' AND deleted_at IS NULL FOR KEY SHARE
), known AS (
  UPDATE conversation c
     SET last_message_text = left($7, 200),
         last_message_at = GREATEST(date_trunc('milliseconds', clock_timestamp()),
                                    c.last_message_at + interval '1 millisecond')
    FROM permitted p
   WHERE NOT $4::boolean AND c.id = $1 AND c.agent_id = p.id AND c.user_id = $3 AND c.deleted_at IS NULL
  RETURNING c.id, c.last_message_at
), opened AS (
  INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text,
                            archived_through)
  SELECT $1, p.id, $3, t.now, t.now, left($7, 200), CASE WHEN $13::boolean THEN timestamptz 'infinity' END
    FROM permitted p, (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) t WHERE $4::boolean
  RETURNING id, last_message_at
), written AS (
  INSERT INTO message (id, conversation_id, sender, sender_name, text, image_urls, audio_url, files, event_id,
                       created_at)
  SELECT $5, c.id, 'human', $6, $7, $8::text[], $9, $10::jsonb, $11, c.last_message_at
    FROM (SELECT * FROM known UNION ALL SELECT * FROM opened) c
  RETURNING id, event_id, created_at
)
SELECT w.created_at AS written_at, e.*
  FROM written w CROSS JOIN LATERAL
       append_events(ARRAY[w.event_id], ARRAY[$2], ARRAY['user_message'], ARRAY[$12], ARRAY[w.id]) e
