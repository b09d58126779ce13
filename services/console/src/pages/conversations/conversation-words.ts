import type { Conversation } from '../../api/conversations.ts';
import { plainLine } from '../../ui/plain-text.ts';

export function conversationName({ title, last_message_text: text }: Conversation): string {
  return title ?? messageLine(text);
}

export function messageLine(text: string | null): string {
  // Its messages were removed by retention.
  return text === null ? 'No messages' : plainLine(text) || 'Picture or recording';
}

/** Each once: one with a new message is on the first page too, and the lists are not read at one moment. */
export function pinnedFirst(
  pinned: readonly Conversation[],
  listed: readonly Conversation[],
): readonly Conversation[] {
  const ids = new Set<string>();
  return [...pinned, ...listed].filter(({ id }) => !ids.has(id) && ids.add(id));
}
