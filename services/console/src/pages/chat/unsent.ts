import type { Message } from '../../api/conversations.ts';
import type { Outgoing } from './outgoing.ts';

type Sent = Pick<Message, 'id' | 'sender' | 'text' | 'created_at' | 'image_urls' | 'audio_url' | 'files'>;
type Sending = Pick<Outgoing, 'text' | 'files' | 'messageId' | 'isFailed' | 'after'>;

/**
 * The history may have a message before the answer to it has come, or while other lists that show it are being
 * read. Without the answer it is known by what it says, and by coming behind all that was there before.
 */
export function unsent<Item extends Sending>(messages: readonly Sent[], outgoing: readonly Item[]) {
  return outgoing.filter((item) => {
    if (item.messageId !== null) return !messages.some(({ id }) => id === item.messageId);
    // The person may send it again, so it has to be seen.
    return item.isFailed || !messages.some((message) => isSame(message, item));
  });
}

function isSame(message: Sent, { text, files, after }: Sending): boolean {
  const { sender, image_urls: pictures, audio_url: recording, files: named = [] } = message;
  if (sender !== 'human' || message.text !== text || message.created_at <= (after ?? '')) return false;
  return pictures.length + named.length + (recording === null ? 0 : 1) === files.length;
}
