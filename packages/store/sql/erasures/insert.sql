-- takes: id, user_id?, conversation_id?
INSERT INTO erasure (id, user_id, conversation_id) VALUES ($1, $2, $3)
