import type { MessageEndFrame, ReceivedFileRecord } from '../contract.js';
import { AgentError } from '../errors.js';
import type { Calls } from '../http/calls.js';

/** A button under a message. */
export interface QuickReply {
  /** What stands on it, and what the person says by pressing it: 1 to 80 characters. */
  text: string;
  /** What comes back to the agent beside the text, at most 255 bytes. Default: nothing. */
  value?: string;
}

/** A file on its way to a person. */
export interface OutgoingFile {
  /** What it is called, such as `orders.csv`. Without a name it has to be an image or a recording, which the chat shows. */
  name?: string;
  /** At most 25 MiB; an image 5 MiB, a recording 10 MiB. Text is sent as UTF-8. */
  data: Uint8Array | string;
}

/** A message to the person. It needs a text, a file or a report's title. */
export interface OutgoingMessage {
  /** Markdown, at most 32,768 characters. Default: none. */
  text?: string;
  /** At most ten. Default: none. */
  files?: readonly OutgoingFile[];
  /** At most eight buttons; a text stands for a button without a value. The person presses one at most, and what it says comes as a `user_message`. Default: none. */
  quickReplies?: readonly (QuickReply | string)[];
  /** Shows the message as a report card with this title (at most 200 characters) and subtitle (at most 1,000). Default: as a text. */
  report?: { title: string; description?: string };
}

export interface MessageTarget {
  /** Default: a new conversation with the agent's owner. */
  conversationId?: string | undefined;
  runId?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A message that the service has stored. */
export interface SentMessage {
  /** The message, `msg_…`. */
  messageId: string;
}

export type MessageRest = Partial<Record<Exclude<keyof MessageEndFrame, 'type' | 'ref'>, unknown>>;

/** Longer than an upload of 25 MiB at the slowest rate that the service takes, in milliseconds. */
const UPLOAD_MS_MAX = 420_000;

export async function sendMessage(
  calls: Calls,
  message: OutgoingMessage | string,
  { conversationId, runId, signal }: MessageTarget,
): Promise<SentMessage> {
  const { text, ...rest } = typeof message === 'string' ? { text: message } : message;
  const beside = await restOf(calls, rest, { runId, signal });
  const body = { type: 'message', text, conversation_id: conversationId, ...beside };
  const accepted = await calls.call<{ message_id: string }>({
    ...{ method: 'POST', path: '/api/agent/events', body, signal },
  });
  return { messageId: accepted.message_id };
}

export async function restOf(
  calls: Calls,
  { files = [], quickReplies = [], report }: Omit<OutgoingMessage, 'text'>,
  { runId, signal }: Pick<MessageTarget, 'runId' | 'signal'>,
): Promise<MessageRest> {
  if (files.length > 10) throw new AgentError('configuration', 'A message has at most ten files.');
  const mediaIds: string[] = [];
  for (const file of files) mediaIds.push(await upload(calls, file, signal));
  // What is undefined is no part of the JSON.
  return {
    ...{ task_run_id: runId, report_title: report?.title, report_description: report?.description },
    media_ids: mediaIds.length === 0 ? undefined : mediaIds,
    quick_replies: quickReplies.length === 0 ? undefined : quickReplies.map(asButton),
  };
}

async function upload(calls: Calls, { name, data }: OutgoingFile, signal?: AbortSignal): Promise<string> {
  const body = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  const { media_id: mediaId } = await calls.call<ReceivedFileRecord>({
    ...{ method: 'POST', path: '/api/agent/media', query: { name }, body },
    ...{ signal, answerMsMax: UPLOAD_MS_MAX },
  });
  return mediaId;
}

function asButton(reply: QuickReply | string): QuickReply {
  return typeof reply === 'string' ? { text: reply } : reply;
}
