-- takes: user_id, after, limit
SELECT c.* FROM conversation_record c
 WHERE c."userId" = $1 AND c."conversationId" > $2 ORDER BY c."conversationId" LIMIT $3
