-- Keeps the record by which a person sees how far an erasure of an account or of a conversation is.
-- takes: id, user_id?, conversation_id?
INSERT INTO erasure (id, user_id, conversation_id) VALUES ($1, $2, $3)
