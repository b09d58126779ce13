import type { MessageFile, QuickReply } from '@svc/domain';
import type { OutgoingEvent } from '../events/outgoing-event.js';

/** A user's message with the event that carries it to the agent. */
export interface NewUserMessage {
  messageId: string;
  eventId: string;
  agentId: string;
  userId: string;
  conversationId: string;
  /** Whether this message opens the conversation. */
  opensConversation: boolean;
  /** Whether the conversation that it opens is a test's, which is put away for ever. Default false. */
  isTest?: boolean;
  senderName: string;
  text: string;
  imageUrls: string[];
  audioUrl: string | null;
  /** Uploads of the sender that the message takes. Default none. */
  mediaIds?: readonly string[];
  /** Those of the uploads that have names, only with `mediaIds`. Default none. */
  files?: readonly MessageFile[];
  /** The JSON text of the `user_message` event. */
  frame: string;
}

export interface NewAgentMessage {
  messageId: string;
  agentId: string;
  conversationId: string;
  /** Whether the message opens the conversation, unless its run has one: then it goes there. */
  opensConversation: boolean;
  text: string;
  imageUrls: string[];
  /** Only with `mediaIds`. */
  audioUrl?: string | null;
  /** Uploads of the agent that the message takes. Default none. */
  mediaIds?: readonly string[];
  /** Those of the uploads that have names, only with `mediaIds`. Default none. */
  files?: readonly MessageFile[];
  reportTitle: string | null;
  reportDescription: string | null;
  taskRunId: string | null;
  /** Default none. */
  quickReplies?: readonly QuickReply[] | null;
  /** Its text has grown: what is kept of that goes with the write, and a message that is written already is not written again. Default false. */
  isStreamed?: boolean;
}

export interface WrittenUserMessage {
  createdAt: Date;
  event: OutgoingEvent;
}

export interface WrittenAgentMessage {
  createdAt: Date;
  /** That which the message names, or that of its run, or the opened one. */
  conversationId: string;
  /** The owner, whose consoles get a hint. */
  userId: string;
  /** The task of the message's run, if the run was pending and is running now; else `null`. */
  begunTaskId: string | null;
}
