-- The message is written, so nothing of its growing is kept.
-- takes: message_id
DELETE FROM message_stream WHERE message_id = $1
