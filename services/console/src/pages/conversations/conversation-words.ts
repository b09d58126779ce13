import type { Conversation } from '../../api/conversations.ts';
import { plainLine } from '../../ui/plain-text.ts';

/** What a conversation is called: its title, else the beginning of its newest message. */
export function conversationName({
  title,
  last_message_text: text,
}: Pick<Conversation, 'title' | 'last_message_text'>): string {
  return title ?? messageLine(text);
}

/** A message as one line of plain words. */
export function messageLine(text: string | null): string {
  // Its messages were removed by retention.
  return text === null ? 'No messages' : plainLine(text) || 'Picture or recording';
}

/**
 * The pinned conversations, then the others, each once: one that has got a message since its page was read is on the first page too, and the
 * two lists are not read at the same moment.
 */
export function pinnedFirst(
  pinned: readonly Conversation[],
  listed: readonly Conversation[],
): readonly Conversation[] {
  const ids = new Set<string>();
  return [...pinned, ...listed].filter(({ id }) => !ids.has(id) && ids.add(id));
}
