import type { MediaLinks, MessageFile } from '@svc/domain';
import type { ConversationRecord, MessageRecord } from '@svc/store';

/** Specification, "Message (history item)". Links of files begin anew each time that they are read. */
export function messageView(message: MessageRecord, links: Pick<MediaLinks, 'forAgent'>) {
  const { imageUrls, audioUrl } = message;
  return {
    id: message.messageId,
    conversation_id: message.conversationId,
    sender: message.sender,
    sender_name: message.senderName,
    text: message.text,
    created_at: message.createdAt.toISOString(),
    ...(imageUrls.length === 0 ? {} : { image_urls: imageUrls.map((url) => links.forAgent(url)) }),
    ...(audioUrl === null ? {} : { audio_url: links.forAgent(audioUrl) }),
    ...filesView(message.files, (url) => links.forAgent(url)),
    ...(message.quickReplies !== null && {
      quick_replies: message.quickReplies.map(({ text, value }) => ({ text, value })),
      quick_reply: pressedView(message),
    }),
  };
}

/** @param link gives the URL under which the person reads a file. */
export function clientMessageView(message: MessageRecord, link: (url: string) => string) {
  return {
    id: message.messageId,
    conversation_id: message.conversationId,
    sender: message.sender,
    sender_name: message.senderName,
    kind: message.kind,
    text: message.text,
    image_urls: message.imageUrls.map(link),
    audio_url: message.audioUrl === null ? null : link(message.audioUrl),
    ...filesView(message.files, link),
    report_title: message.reportTitle,
    report_description: message.reportDescription,
    task_run_id: message.taskRunId,
    decision_id: message.decisionId,
    created_at: message.createdAt.toISOString(),
    // What an agent gets with a button is its own affair.
    ...(message.quickReplies !== null && {
      quick_replies: message.quickReplies.map(({ text }) => ({ text })),
      quick_reply: pressedView(message),
    }),
  };
}

function filesView(files: readonly MessageFile[] | null, link: (url: string) => string) {
  return files === null ? {} : { files: files.map((file) => ({ ...file, url: link(file.url) })) };
}

function pressedView({ quickReply }: MessageRecord) {
  return quickReply === null ? null : { index: quickReply.index, message_id: quickReply.messageId };
}

export function conversationView(conversation: ConversationRecord) {
  return {
    id: conversation.conversationId,
    agent_id: conversation.agentId,
    last_message_at: conversation.lastMessageAt?.toISOString() ?? null,
    last_message_text: conversation.lastMessageText,
    title: conversation.title,
    titled_by: conversation.titledBy,
    pinned: conversation.isPinned,
    archived: conversation.isArchived,
    unread_count: conversation.unreadCount,
    read_through: conversation.readThrough?.toISOString() ?? null,
  };
}
