-- Apart from the change of the table, so that conversations are read and written meanwhile.
-- What is there counts as read: until now each browser has kept for itself what its person has seen.
INSERT INTO conversation_reading (conversation_id, user_id, read_through)
SELECT id, user_id, last_message_at FROM conversation WHERE last_message_at IS NOT NULL AND deleted_at IS NULL
ON CONFLICT DO NOTHING;
