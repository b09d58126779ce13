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
