-- takes: user_id, is_active, limit, last_message_at Date | 'infinity', id
SELECT c.* FROM conversation_record c
 WHERE c."userId" = $1 AND c."isActive" = $2 AND c."lastMessageAt" <= $4::timestamptz
   AND (c."lastMessageAt" < $4 OR c."conversationId" < $5)
 ORDER BY c."lastMessageAt" DESC NULLS LAST, c."conversationId" DESC LIMIT $3
