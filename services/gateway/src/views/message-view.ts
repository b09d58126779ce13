import type { MediaLinks, MessageFile } from '@svc/domain';
import { viewOf } from '@svc/http-contract';
import type { ConversationRecord, MessageRecord } from '@svc/store';

/** Specification, "Message (history item)". Links of files begin anew each time that they are read. */
export function messageView(message: MessageRecord, links: Pick<MediaLinks, 'forAgent'>) {
  const { imageUrls, ...viewed } = withLinks(message, (url) => links.forAgent(url));
  return viewOf('Message', { ...viewed, imageUrls: imageUrls.length === 0 ? null : imageUrls });
}

/** @param link gives the URL under which the person reads a file. */
export function clientMessageView(message: MessageRecord, link: (url: string) => string) {
  return viewOf('ConversationMessage', withLinks(message, link));
}

function withLinks(message: MessageRecord, link: (url: string) => string) {
  const { messageId: id, imageUrls, audioUrl, files, quickReplies } = message;
  const { quickReplyIndex: index, quickReplyMessageId: messageId } = message;
  const pressed = index === null || messageId === null ? null : { index, messageId };
  return {
    ...{ ...message, id },
    imageUrls: imageUrls.map(link),
    audioUrl: audioUrl === null ? null : link(audioUrl),
    files: files && files.map((file) => fileOf(file, link)),
    // Without buttons none can be pressed.
    quickReply: quickReplies === null ? undefined : pressed,
  };
}

function fileOf({ url, name, ...file }: MessageFile, link: (url: string) => string) {
  return { url: link(url), name, contentType: file.content_type, byteLength: file.byte_length };
}

export function conversationView(conversation: ConversationRecord) {
  const { conversationId: id, isPinned: pinned, isArchived: archived } = conversation;
  return viewOf('Conversation', { ...conversation, id, pinned, archived });
}
