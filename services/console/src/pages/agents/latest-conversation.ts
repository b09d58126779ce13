import type { Conversation } from '../../api/conversations.ts';
import { messageLine } from '../conversations/conversation-words.ts';

export interface LatestConversation {
  at: string;
  text: string;
  /** Messages of the agent, in all these conversations, that the person has not read. */
  unreadCount: number;
}

/** Per agent the conversation with the newest message; `conversations` comes newest first. */
export function latestByAgent(
  conversations: readonly Pick<
    Conversation,
    'agent_id' | 'last_message_at' | 'last_message_text' | 'unread_count'
  >[],
): Map<string, LatestConversation> {
  const latest = new Map<string, LatestConversation>();
  for (const {
    agent_id: agentId,
    last_message_at: at,
    last_message_text: text,
    unread_count: unread,
  } of conversations) {
    const known = latest.get(agentId);
    if (known !== undefined) known.unreadCount += unread;
    else if (at !== null) latest.set(agentId, { at, text: messageLine(text), unreadCount: unread });
  }
  return latest;
}
