import type { Message } from '../../api/conversations.ts';

/**
 * The message whose buttons can be pressed, as the server decides it: of the last message that the person has written or that has buttons, the buttons, if none was
 * pressed.
 *
 * @param messages oldest first.
 */
export function openReplies(messages: readonly Message[]): Message | undefined {
  const last = messages.findLast(
    ({ sender, quick_replies: replies }) => sender === 'human' || replies !== undefined,
  );
  return last?.quick_replies !== undefined && last.quick_reply === null ? last : undefined;
}
