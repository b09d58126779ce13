import type { ConversationRecord, MessageRecord } from '@svc/store';

/** A message as the agent's history shows it: exactly the fields of the specification ("Message (history item)"). */
export function messageView(message: MessageRecord) {
  return {
    id: message.messageId,
    conversation_id: message.conversationId,
    sender: message.sender,
    sender_name: message.senderName,
    text: message.text,
    created_at: message.createdAt.toISOString(),
  };
}

/** A message as the client API shows it. */
export function clientMessageView(message: MessageRecord) {
  return {
    id: message.messageId,
    conversation_id: message.conversationId,
    sender: message.sender,
    sender_name: message.senderName,
    kind: message.kind,
    text: message.text,
    image_urls: message.imageUrls,
    audio_url: message.audioUrl,
    report_title: message.reportTitle,
    report_description: message.reportDescription,
    task_run_id: message.taskRunId,
    decision_id: message.decisionId,
    created_at: message.createdAt.toISOString(),
  };
}

export function conversationView(conversation: ConversationRecord) {
  return {
    id: conversation.conversationId,
    agent_id: conversation.agentId,
    last_message_at: conversation.lastMessageAt?.toISOString() ?? null,
    last_message_text: conversation.lastMessageText,
  };
}
