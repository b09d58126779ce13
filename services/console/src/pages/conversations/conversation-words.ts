import type { Conversation } from '../../api/conversations.ts';

/** What a conversation is called: its title, else the beginning of its newest message. */
export function conversationName({
  title,
  last_message_text: text,
}: Pick<Conversation, 'title' | 'last_message_text'>): string {
  return title ?? plainLine(text);
}

/** A message as one line of plain words: markdown signs have no meaning in a list. */
export function plainLine(text: string | null): string {
  // Its messages were removed by retention.
  if (text === null) return 'No messages';
  const plain = text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`#>|~]+/g, '');
  const line = plain.replace(/\s+/g, ' ').trim();
  return line === '' ? 'Picture or recording' : line;
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
