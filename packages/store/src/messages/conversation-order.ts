/**
 * The order of the indexes `conversation_of_agent_idx` and `conversation_of_user_idx`, for a statement that reads `conversation` alone: first those that are not put
 * away. A message that is newer than the one through which a conversation was put away brings it back, whoever writes it and by whichever statement.
 */
export const LATEST_FIRST = `coalesce(conversation.archived_through < conversation.last_message_at, true) DESC, last_message_at DESC NULLS LAST`;
