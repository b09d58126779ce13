/**
 * Whether a conversation is not put away. A message that is newer than the one through which it was put away brings it back, whoever writes it and by
 * whichever statement.
 */
export function isActive(row: string): string {
  return `coalesce(${row}.archived_through < ${row}.last_message_at, true)`;
}

/** The order of the indexes `conversation_of_agent_idx` and `conversation_of_user_idx`, for a statement that reads `conversation` alone. */
export const LATEST_FIRST = `${isActive('conversation')} DESC, last_message_at DESC NULLS LAST`;
