import { randomUUID } from 'node:crypto';
import type {
  MessageAbortFrame,
  MessageAckFrame,
  MessageDeltaFrame,
  MessageEndFrame,
  MessageStartFrame,
} from '../contract.js';
import type { ServiceFrame } from './session.js';

type StreamFrame = MessageStartFrame | MessageDeltaFrame | MessageEndFrame | MessageAbortFrame;

/** How a message that grew over the socket ended. */
export type SocketStreamEnd =
  | { kind: 'stored'; messageId: string }
  | {
      kind: 'broken';
      /** Why, in the service's words or ours. */
      detail: string;
    };

export interface SocketStreamParts {
  /** @returns whether a socket is open. */
  send: (frame: StreamFrame) => boolean;
}

/** How long the service may take to say that a message is stored, in milliseconds. */
const ACK_MS_MAX = 30_000;

/** Messages that grow over the agent's socket. Each lives on the socket on which it began, and ends with it. */
export class SocketStreams {
  readonly #parts: SocketStreamParts;
  readonly #growing = new Map<string, SocketStream>();

  constructor(parts: SocketStreamParts) {
    this.#parts = parts;
  }

  /**
   * @param key the message's, under which the service stores it once.
   * @returns the message, or `null` if no socket is open.
   */
  begin(conversationId: string, key: string): SocketStream | null {
    const { send } = this.#parts;
    const ref = randomUUID();
    const about = { conversation_id: conversationId, idempotency_key: key };
    if (!send({ type: 'message_start', ref, ...about })) return null;
    const stream = new SocketStream(ref, { send, onOver: () => this.#growing.delete(ref) });
    this.#growing.set(ref, stream);
    return stream;
  }

  /** @returns whether the frame was about a message that grows. */
  take(frame: ServiceFrame): boolean {
    const stream = this.#growing.get(String(frame['ref']));
    if (frame.type === 'message_ack') {
      const { message_id: messageId } = frame as unknown as MessageAckFrame;
      stream?.over({ kind: 'stored', messageId });
      return true;
    }
    if (frame.type !== 'error' || stream === undefined) return false;
    stream.refuse(String(frame['detail']));
    return true;
  }

  /** The socket is gone, and so is what grew on it. */
  lost(): void {
    for (const stream of this.#growing.values()) stream.break('The connection was lost');
  }
}

/** A message that grows over a socket. */
export class SocketStream {
  /** Resolves when the message is stored, or broken off. */
  readonly ended: Promise<SocketStreamEnd>;
  readonly #ref: string;
  readonly #send: (frame: StreamFrame) => boolean;
  readonly #over = new AbortController();
  #resolve: (end: SocketStreamEnd) => void = () => {};

  constructor(ref: string, parts: { send: (frame: StreamFrame) => boolean; onOver: () => void }) {
    this.#ref = ref;
    this.#send = parts.send;
    this.ended = new Promise((resolve) => (this.#resolve = resolve));
    this.#over.signal.addEventListener('abort', parts.onOver, { once: true });
  }

  /** Aborts when the message is stored, broken off or given up. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  append(text: string): void {
    if (!this.#over.signal.aborted) this.#send({ type: 'message_delta', ref: this.#ref, text });
  }

  end(rest: Omit<MessageEndFrame, 'type' | 'ref'>): void {
    if (this.#over.signal.aborted) return;
    this.#send({ type: 'message_end', ref: this.#ref, ...rest });
    const late = setTimeout(() => this.break('The service did not answer in time'), ACK_MS_MAX);
    this.#over.signal.addEventListener('abort', () => clearTimeout(late), { once: true });
  }

  abort(): void {
    if (this.#over.signal.aborted) return;
    this.#send({ type: 'message_abort', ref: this.#ref });
    this.break('It was given up');
  }

  /** The service does not take it. It may keep it, to be ended again, so it is told that nobody will. */
  refuse(detail: string): void {
    this.#send({ type: 'message_abort', ref: this.#ref });
    this.over({ kind: 'broken', detail });
  }

  break(detail: string): void {
    this.over({ kind: 'broken', detail });
  }

  over(end: SocketStreamEnd): void {
    this.#over.abort();
    this.#resolve(end);
  }
}
