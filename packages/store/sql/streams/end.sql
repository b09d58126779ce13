DELETE FROM message_stream WHERE message_id = $1
