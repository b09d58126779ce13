import type { Message } from '../../api/conversations.ts';
import type { Outgoing } from './outgoing.ts';

type Sent = Pick<Message, 'id' | 'sender' | 'text' | 'created_at' | 'image_urls' | 'audio_url' | 'files'>;
type Sending = Pick<Outgoing, 'text' | 'files' | 'messageId' | 'isFailed' | 'after'>;

/**
 * The history may have a message before the answer to it has come, or while other lists that show it are being
 * read. Without the answer it is known by what it says, and by coming behind all that was there before.
 *
 * @param isAnswered whether a message is known to be another one that was sent here
 */
export function unsent<Item extends Sending>(
  messages: readonly Sent[],
  outgoing: readonly Item[],
  isAnswered: (messageId: string) => boolean,
): readonly Item[] {
  if (outgoing.length === 0) return outgoing;
  const known = new Set(messages.map(({ id }) => id));
  const unclaimed = messages.filter(({ id, sender }) => sender === 'human' && !isAnswered(id));
  return outgoing.filter((item) => {
    if (item.messageId !== null) return !known.has(item.messageId);
    // The person may send it again, so it has to be seen.
    if (item.isFailed) return true;
    const place = unclaimed.findIndex((message) => isSame(message, item));
    if (place === -1) return true;
    unclaimed.splice(place, 1);
    return false;
  });
}

function isSame(message: Sent, { text, files, after }: Sending): boolean {
  const { image_urls: pictures, audio_url: recording, files: named = [] } = message;
  const fileCount = pictures.length + named.length + (recording === null ? 0 : 1);
  return message.created_at > (after ?? '') && message.text === text && fileCount === files.length;
}
