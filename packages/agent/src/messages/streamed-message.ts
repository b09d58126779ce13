import { randomUUID } from 'node:crypto';
import type { Calls } from '../http/calls.js';
import type { SocketStreams } from '../socket/socket-streams.js';
import { GrowingText } from './growing-text.js';
import type { TextSource } from './growing-text.js';
import { restOf } from './outgoing-message.js';
import type { MessageRest, OutgoingMessage, SentMessage } from './outgoing-message.js';

/** What a message that grows may have beside its text; it appears with the message's end. */
export type StreamedRest = Omit<OutgoingMessage, 'text'>;

export interface StreamParts {
  calls: Calls;
  streams: SocketStreams;
}

interface StreamTarget {
  /** Default: a new conversation with the agent's owner, which is there when the message is complete. */
  conversationId?: string | undefined;
}

/**
 * Sends a message whose text comes from a source, while it comes. Over the socket if one is open, else by a call. If that breaks off, the message begins again by a
 * call, with what has come so far, and goes on. Both ways have one key, under which the service stores it once.
 *
 * @throws what the source throws; the message is given up then. {@link CallError} if the service refuses it, or cannot be reached for as long as calls are tried.
 */
export async function streamMessage(
  { calls, streams }: StreamParts,
  source: TextSource,
  { conversationId, ...rest }: StreamTarget & StreamedRest,
): Promise<SentMessage> {
  const text = new GrowingText(source);
  const ready = restOf(calls, rest, {});
  // It is looked at when the text is complete.
  ready.catch(() => {});
  try {
    const message = { text, ready, key: randomUUID() };
    const bySocketId =
      conversationId === undefined ? null : await bySocket(streams, { conversationId, ...message });
    return { messageId: bySocketId ?? (await byCall(calls, { conversationId, ...message })) };
  } finally {
    text.leave();
  }
}

interface Growing {
  conversationId: string | undefined;
  text: GrowingText;
  /** Its files are with the service. */
  ready: Promise<MessageRest>;
  /** Under which the service stores it once. */
  key: string;
}

/** @returns the message's id, or `null` if it broke off or no socket is open. */
async function bySocket(
  streams: SocketStreams,
  { conversationId, text, ready, key }: Growing & { conversationId: string },
): Promise<string | null> {
  const stream = streams.begin(conversationId, key);
  if (stream === null) return null;
  try {
    for await (const piece of text.pieces(stream.signal)) if (piece !== '') stream.append(piece);
    if (stream.signal.aborted) return null;
    stream.end(await ready);
    const end = await stream.ended;
    // The call has the same key, so it may be made although nobody knows whether the message was stored.
    return end.kind === 'stored' ? end.messageId : null;
  } finally {
    stream.abort();
  }
}

async function byCall(calls: Calls, { conversationId, text, ready, key }: Growing): Promise<string> {
  const answer = await calls.call<{ status: string; message_id: string }>({
    ...{ method: 'POST', path: '/api/agent/messages/stream', query: { conversation_id: conversationId } },
    ...{ lines: () => linesOf(text, ready), idempotencyKey: key },
  });
  if (answer.status === 'ok') return answer.message_id;
  await ready;
  throw text.error ?? new Error('The message was given up.');
}

async function* linesOf(text: GrowingText, ready: Promise<MessageRest>): AsyncGenerator<object | null> {
  try {
    for await (const piece of text.pieces())
      yield piece === '' ? null : { type: 'message_delta', text: piece };
    yield { type: 'message_end', ...(await ready) };
  } catch {
    // The caller knows why: from the text, or from what was to come with it.
    yield { type: 'message_abort' };
  }
}
