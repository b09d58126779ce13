import type { Conversation } from '../../api/conversations.ts';

export interface LatestConversation {
  conversationId: string;
  at: string;
  text: string;
  /** Its newest message came after the person last looked at it in this browser. */
  isUnseen: boolean;
}

/** Per agent the conversation with the newest message; `conversations` comes newest first. */
export function latestByAgent(
  conversations: readonly Conversation[],
  seen: Readonly<Record<string, string>>,
): Map<string, LatestConversation> {
  const latest = new Map<string, LatestConversation>();
  for (const { id, agent_id: agentId, last_message_at: at, last_message_text: text } of conversations) {
    if (at === null || latest.has(agentId)) continue;
    latest.set(agentId, {
      conversationId: id,
      at,
      text: excerpt(text),
      isUnseen: at > (seen[id] ?? ''),
    });
  }
  return latest;
}

/** One line of plain words: markdown signs have no meaning in a list. */
function excerpt(text: string | null): string {
  // Its messages were removed by retention.
  if (text === null) return 'No messages';
  const plain = text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`#>|~]+/g, '');
  const line = plain.replace(/\s+/g, ' ').trim();
  return line === '' ? 'Picture or recording' : line;
}
