import { randomUUID } from 'node:crypto';
import type { Message } from '../contract.js';
import type { Calls } from '../http/calls.js';
import type { SocketStreams } from '../socket/socket-streams.js';
import { sleep } from '../waiting.js';
import { GrowingText } from './growing-text.js';
import type { TextSource } from './growing-text.js';
import { restOf } from './outgoing-message.js';
import type { MessageRest, OutgoingMessage, SentMessage } from './outgoing-message.js';

/** What a message that grows may have beside its text; it appears with the message's end. */
export type StreamedRest = Omit<OutgoingMessage, 'text'>;

export interface StreamParts {
  calls: Calls;
  streams: SocketStreams;
  /** Default: real time. */
  clock?: StreamClock;
}

/** Time, in milliseconds from any beginning. */
export interface StreamClock {
  now: () => number;
  sleep: (durationMs: number) => Promise<void>;
}

interface StreamTarget {
  /** Default: a new conversation with the agent's owner, which is there when the message is complete. */
  conversationId?: string | undefined;
  /** A message of the conversation that was there before. Default: the newest one. */
  after?: string | undefined;
}

/** A page of history, which is more than is written in a conversation while one message grows. */
const PAGE = 100;
/** How long a message without a key may take to be stored though its socket is gone: a hub drains, or its database is slow. */
const STORED_MS_MAX = 12_000;
const LOOK_EVERY_MS = 1_000;
const REAL_TIME: StreamClock = { now: () => performance.now(), sleep };

/**
 * Sends a message whose text comes from a source, while it comes. Over the socket if one is open, else by a call. If that breaks off, the message begins again by a
 * call, with what has come so far, and goes on. Both ways have one key, under which the service stores it once. An older service heeds no key over its socket, so its history
 * is looked at instead.
 *
 * @throws what the source throws; the message is given up then. {@link CallError} if the service refuses it, or cannot be reached for as long as calls are tried.
 */
export async function streamMessage(
  { calls, streams, clock = REAL_TIME }: StreamParts,
  source: TextSource,
  { conversationId, after, ...rest }: StreamTarget & StreamedRest,
): Promise<SentMessage> {
  const text = new GrowingText(source);
  const ready = restOf(calls, rest, {});
  // It is looked at when the text is complete.
  ready.catch(() => {});
  try {
    const message = { text, ready, key: randomUUID() };
    const ids = conversationId === undefined ? null : { conversationId, after };
    const messageId =
      (ids && (await bySocket({ calls, streams, clock }, { ...ids, ...message }))) ??
      (await byCall(calls, { conversationId, ...message }));
    streams.stored.add(messageId);
    return { messageId };
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
  { calls, streams, clock }: Required<StreamParts>,
  {
    conversationId,
    after,
    text,
    ready,
    key,
  }: Growing & { conversationId: string; after: string | undefined },
): Promise<string | null> {
  const stream = streams.begin(conversationId, key);
  if (stream === null) return null;
  try {
    const isKnown = stream.isKeyed || after !== undefined;
    const newest = isKnown ? Promise.resolve(after) : newestIn(calls, conversationId);
    newest.catch(() => {});
    for await (const piece of text.pieces(stream.signal)) if (piece !== '') stream.append(piece);
    if (stream.signal.aborted) return null;
    // Without it nobody could say afterwards whether a message without a key is there.
    const before = await newest;
    stream.end(await ready);
    const end = await stream.ended;
    if (end.kind === 'stored') return end.messageId;
    // The call has the same key, so it may simply be made.
    if (!end.wasEnding || stream.isKeyed) return null;
    const isOurs = (message: Message): boolean =>
      message.sender === 'agent' && message.text === text.text && streams.stored.add(message.id);
    const endMs = clock.now() + (end.wasRefused ? 0 : STORED_MS_MAX);
    for (;;) {
      const found = (await historySince(calls, conversationId, before)).find(isOurs);
      if (found !== undefined || clock.now() >= endMs) return found?.id ?? null;
      await clock.sleep(LOOK_EVERY_MS);
    }
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

async function newestIn(calls: Calls, conversationId: string): Promise<string | undefined> {
  return (await historyOf(calls, conversationId, 1))[0]?.id;
}

/** What was written since then, newest first. */
async function historySince(
  calls: Calls,
  conversationId: string,
  messageId: string | undefined,
): Promise<Message[]> {
  const history = await historyOf(calls, conversationId, PAGE);
  const at = history.findIndex(({ id }) => id === messageId);
  return at === -1 ? history : history.slice(0, at);
}

function historyOf(calls: Calls, conversationId: string, limit: number): Promise<Message[]> {
  const path = `/api/agent/conversations/${conversationId}/messages`;
  return calls.call<Message[]>({ method: 'GET', path, query: { limit } });
}
