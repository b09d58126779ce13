import type { Calls } from '../http/calls.js';
import { GrowingText } from './growing-text.js';
import type { TextSource } from './growing-text.js';
import { restOf } from './outgoing-message.js';
import type { MessageRest, OutgoingMessage, SentMessage } from './outgoing-message.js';

/** What a message that grows may have beside its text; it appears with the message's end. */
export type StreamedRest = Omit<OutgoingMessage, 'text'>;

interface StreamTarget {
  /** Default: a new conversation with the agent's owner, which is there when the message is complete. */
  conversationId?: string | undefined;
}

/**
 * Sends a message whose text comes from a source, while it comes. If that breaks off, the message begins again with what has come so far, and goes on, under one key:
 * the service stores it once.
 *
 * @throws what the source throws; the message is given up then. {@link CallError} if the service refuses it, or cannot be reached for as long as calls are tried.
 */
export async function streamMessage(
  calls: Calls,
  source: TextSource,
  { conversationId, ...rest }: StreamTarget & StreamedRest,
): Promise<SentMessage> {
  const text = new GrowingText(source);
  const ready = restOf(calls, rest, {});
  // It is looked at when the text is complete.
  ready.catch(() => {});
  try {
    const { status, message_id: messageId } = await calls.call<{ status: string; message_id: string }>({
      ...{ method: 'POST', path: '/api/agent/messages/stream', query: { conversation_id: conversationId } },
      lines: () => linesOf(text, ready),
    });
    if (status === 'ok') return { messageId };
    await ready;
    throw text.error ?? new Error('The message was given up.');
  } finally {
    text.leave();
  }
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
