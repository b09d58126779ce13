import type { MessageFile } from '@svc/domain';
import { eventFrame } from './event-frame.js';

/**
 * The JSON text of a `user_message` event (specification, "user_message").
 *
 * Every key is present, but for `files` and `quick_reply`. One image stands in `image_url`, several in `image_urls`; whatever does not apply is null.
 */
export function userMessageFrame(message: {
  text: string;
  senderName: string;
  conversationId: string;
  messageId: string;
  imageUrls: string[];
  audioUrl: string | null;
  /** Default none. */
  files?: MessageFile[];
  /** Of a message that a button of the agent has sent, alone. */
  quickReply?: { message_id: string; index: number; value: string | null };
}): string {
  const [first, ...others] = message.imageUrls;
  return eventFrame({
    type: 'user_message',
    text: message.text,
    sender_name: message.senderName,
    conversation_id: message.conversationId,
    message_id: message.messageId,
    image_url: first !== undefined && others.length === 0 ? first : null,
    image_urls: others.length > 0 ? message.imageUrls : null,
    audio_url: message.audioUrl,
    ...(message.files !== undefined && message.files.length > 0 && { files: message.files }),
    ...(message.quickReply !== undefined && { quick_reply: message.quickReply }),
  });
}
