-- takes: id, user_id
SELECT c.* FROM conversation_record c WHERE c."conversationId" = $1 AND c."userId" = $2
