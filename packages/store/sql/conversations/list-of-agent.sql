-- The user in CASE leads to no index: so the agent's is read, and those with other agents are not passed by.
-- takes: user_id, is_active, limit, last_message_at Date | 'infinity', id, agent_id
SELECT c.* FROM conversation_record c
 WHERE c."agentId" = $6 AND CASE WHEN c."agentId" = $6 THEN c."userId" = $1 END AND c."isActive" = $2
   AND c."lastMessageAt" <= $4::timestamptz
   AND (c."lastMessageAt" < $4 OR c."conversationId" < $5)
 ORDER BY c."lastMessageAt" DESC NULLS LAST, c."conversationId" DESC LIMIT $3
