-- takes: user_id, limit, last_message_at Date | 'infinity', id, agent_id?
SELECT c.* FROM conversation_record c
 WHERE c."userId" = $1 AND c."isPinned" AND ($5::text IS NULL OR c."agentId" = $5)
   AND c."lastMessageAt" <= $3::timestamptz
   AND (c."lastMessageAt" < $3 OR c."conversationId" < $4)
 ORDER BY c."lastMessageAt" DESC NULLS LAST, c."conversationId" DESC LIMIT $2
