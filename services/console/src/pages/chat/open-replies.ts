import type { Message } from '../../api/conversations.ts';

/** As the server decides: of the last message that is the person's or has buttons. Oldest first. */
export function openReplies(messages: readonly Message[]): Message | undefined {
  const last = messages.findLast(
    ({ sender, quick_replies: replies }) => sender === 'human' || replies !== undefined,
  );
  return last?.quick_replies !== undefined && last.quick_reply === null ? last : undefined;
}
