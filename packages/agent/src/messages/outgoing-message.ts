import { AgentError } from '../errors.js';
import type { Calls } from '../http/calls.js';

/** A button under a message. */
export interface QuickReply {
  /** What stands on it, and what the person says by pressing it: 1 to 80 characters. */
  text: string;
  /** What comes back to the agent beside the text, at most 255 bytes. */
  value?: string;
}

/** A file on its way to a person. */
export interface OutgoingFile {
  /** Such as `orders.csv`. Without a name it has to be an image or a recording, which the chat shows. */
  name?: string;
  /** At most 25 MiB; an image 5 MiB, a recording 10 MiB. Text is sent as UTF-8. */
  data: Uint8Array | string;
}

/** A message to the person. It needs a text, a file or a report's title. */
export interface OutgoingMessage {
  /** Markdown, at most 32,768 characters. */
  text?: string;
  /** At most ten. */
  files?: readonly OutgoingFile[];
  /** At most eight buttons. The person presses one at most, and what it says comes as a `user_message`. */
  quickReplies?: readonly (QuickReply | string)[];
  /** Shows a report card with this title (at most 200 characters) and subtitle (at most 1,000). */
  report?: { title: string; description?: string };
}

/** A message that the service has stored. */
export interface SentMessage {
  /** The message, `msg_…`. */
  messageId: string;
}

/** Longer than an upload of 25 MiB at the slowest rate that the service takes, in milliseconds. */
const UPLOAD_MS_MAX = 420_000;

/** @param to.conversationId default: a new conversation with the agent's owner. */
export async function sendMessage(
  calls: Calls,
  message: OutgoingMessage | string,
  to: { conversationId?: string; runId?: string; signal?: AbortSignal },
): Promise<SentMessage> {
  const { text, ...rest } = typeof message === 'string' ? { text: message } : message;
  const body = {
    ...{ type: 'message', text, conversation_id: to.conversationId, task_run_id: to.runId },
    ...(await restOf(calls, rest, to.signal)),
  };
  const { message_id: messageId } = await calls.call<{ message_id: string }>({
    ...{ method: 'POST', path: '/api/agent/events', body, signal: to.signal },
  });
  return { messageId };
}

/** What a message has beside its text, once its files are sent. */
export async function restOf(
  calls: Calls,
  { files = [], quickReplies = [], report }: Omit<OutgoingMessage, 'text'>,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  if (files.length > 10) throw new AgentError('configuration', 'A message has at most ten files.');
  const mediaIds: string[] = [];
  for (const { name, data } of files) {
    const body = typeof data === 'string' ? new TextEncoder().encode(data) : data;
    const { media_id: mediaId } = await calls.call<{ media_id: string }>({
      ...{ method: 'POST', path: '/api/agent/media', query: { name }, body },
      ...{ signal, answerMsMax: UPLOAD_MS_MAX },
    });
    mediaIds.push(mediaId);
  }
  const buttons = quickReplies.map((reply) => (typeof reply === 'string' ? { text: reply } : reply));
  // What is undefined is no part of the JSON.
  return {
    ...{ report_title: report?.title, report_description: report?.description },
    media_ids: mediaIds.length === 0 ? undefined : mediaIds,
    quick_replies: buttons.length === 0 ? undefined : buttons,
  };
}
