import { EventEmitter, once } from 'node:events';
import type { Calls } from '../http/calls.js';
import { restOf } from './outgoing-message.js';
import type { OutgoingMessage, SentMessage } from './outgoing-message.js';
import { AgentError, asError } from '../errors.js';
import { sleep } from '../waiting.js';

/** What a message that grows may have beside its text; it appears with the message's end. */
export type StreamedRest = Omit<OutgoingMessage, 'text'>;

/**
 * If it breaks off, the message begins again with what has come so far, under one key: it is stored once.
 *
 * @throws what the source throws; the message is given up then. {@link CallError}
 */
export async function streamMessage(
  calls: Calls,
  source: TextSource,
  { conversationId, ...rest }: { conversationId: string } & StreamedRest,
): Promise<SentMessage> {
  const text = new GrowingText(source);
  const ready = restOf(calls, rest);
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

async function* linesOf(text: GrowingText, ready: Promise<object>): AsyncGenerator<object | null> {
  try {
    // The head of a request leaves with its first line, and the person sees that an answer begins.
    yield null;
    for await (const piece of text.pieces())
      yield piece === '' ? null : { type: 'message_delta', text: piece };
    yield { type: 'message_end', ...(await ready) };
  } catch {
    // The caller knows why: from the text, or from what was to come with it.
    yield { type: 'message_abort' };
  }
}

/** What a message that grows may be made of, such as the tokens of a language model. */
export type TextSource = AsyncIterable<string> | Iterable<string>;

/** The service takes no more text in one message (docs/decisions/streaming.md), in bytes of UTF-8. */
const TEXT_BYTES_MAX = 64 * 1024;
/** Of one piece, in UTF-16 code units. */
const PIECE_LENGTH_MAX = 8_192;
/** Ten pieces a second look as smooth as a hundred, and cost the agent less of its rate. */
const JOIN_MS = 100;
/** A call that brings a message may be silent for 60 s. A source that thinks for longer is nothing unusual. */
const SILENCE_MS = 20_000;

/** Kept from its beginning, so that a message which broke off can be sent again. */
export class GrowingText {
  readonly #iterator: AsyncIterator<string> | Iterator<string>;
  #text = '';
  #bytes = 0;
  #isOver = false;
  error: Error | undefined;
  readonly #changes = new EventEmitter();
  readonly #ended: Promise<void>;

  constructor(source: TextSource) {
    this.#iterator =
      Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
    this.#ended = this.#read();
  }

  /** The rest is not wanted: the source has to end. */
  leave(): void {
    if (this.#isOver) return;
    this.#end();
    void Promise.resolve(this.#iterator.return?.()).catch(() => {});
  }

  /** From the beginning; what comes is joined for a tenth of a second. An empty piece: 20 s of silence. */
  async *pieces(): AsyncGenerator<string, void> {
    for (let at = 0; ;) {
      const piece = this.#pieceAt(at);
      at += piece.length;
      if (piece !== '') yield piece;
      if (at < this.#text.length) continue;
      if (this.#isOver) break;
      if (piece !== '') await Promise.race([sleep(JOIN_MS), this.#ended]);
      else if (!(await this.#news())) yield '';
    }
    if (this.error !== undefined) throw this.error;
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        const next: IteratorResult<unknown, unknown> = await this.#iterator.next();
        if (this.#isOver) return;
        if (next.done === true) break;
        this.#append(next.value);
      }
    } catch (error) {
      this.error = asError(error);
      void Promise.resolve(this.#iterator.return?.()).catch(() => {});
    }
    this.#end();
  }

  #append(piece: unknown): void {
    if (typeof piece !== 'string')
      throw new AgentError('configuration', `A stream is made of texts; there was a ${typeof piece} in it.`);
    this.#bytes += Buffer.byteLength(piece);
    if (this.#bytes > TEXT_BYTES_MAX)
      throw new AgentError('too_much', 'The text of a message has at most 64 KiB.');
    this.#text += piece;
    if (piece !== '') this.#changes.emit('change');
  }

  #end(): void {
    this.#isOver = true;
    this.#changes.emit('change');
  }

  /** Surrogate pairs stay whole. */
  #pieceAt(at: number): string {
    const end = at + PIECE_LENGTH_MAX;
    const isPair = (this.#text.codePointAt(end - 1) ?? 0) > 0xffff;
    return this.#text.slice(at, isPair ? end - 1 : end);
  }

  /** Resolves with true at the next change, or with false after the time of a silence. */
  async #news(): Promise<boolean> {
    const silence = AbortSignal.timeout(SILENCE_MS);
    return once(this.#changes, 'change', { signal: silence }).then(
      () => true,
      () => false,
    );
  }
}
