import { eventFrame } from './event-frame.js';

/**
 * The JSON text of a `user_message` event (specification, "user_message").
 *
 * Every key is present. One image stands in `image_url`, several in `image_urls`; whatever does not apply is null.
 */
export function userMessageFrame(message: {
  text: string;
  senderName: string;
  conversationId: string;
  messageId: string;
  imageUrls: string[];
  audioUrl: string | null;
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
  });
}
