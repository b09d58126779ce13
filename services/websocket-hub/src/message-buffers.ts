import { Budget } from '@svc/domain';

export interface BufferedBytes {
  /** Of a message that has not come to its end. */
  unfinished: number;
  /** Of whole messages that wait until they are taken. */
  waiting: number;
  /** Counted in the budget, in whole pieces. */
  counted: number;
}

interface Sender {
  readonly ownerId: string;
  readonly buffered: BufferedBytes;
}

/** Header and mask of a control frame (RFC 6455, section 5.5). */
const CONTROL_HEAD_BYTES = 6;

/** Not counted: a chunk may hold the end of one message and the beginning of the next. */
const FREE_BYTES = 128 * 1024;
const PIECE_BYTES = 256 * 1024;

/**
 * Of messages that have begun or wait, for all agents of a user together, and for the hub: each socket may
 * bring a large message as slowly as it likes.
 */
export class MessageBuffers {
  readonly #budget: Budget;
  readonly #perUserMax: number;

  constructor(limits: { bufferBytesMax: number; bufferBytesPerUserMax: number }) {
    this.#budget = new Budget(limits.bufferBytesMax);
    this.#perUserMax = limits.bufferBytesPerUserMax;
  }

  get used(): number {
    return this.#budget.used;
  }

  /** The stream has brought bytes. False if they do not fit: the caller closes the socket. */
  arrive(sender: Sender, bytes: number): boolean {
    sender.buffered.unfinished += bytes;
    return this.#count(sender);
  }

  /** Some of the bytes were a ping or a pong, which may also come in the middle of a message. */
  passControl({ buffered }: Sender, payloadBytes: number): void {
    buffered.unfinished = Math.max(0, buffered.unfinished - CONTROL_HEAD_BYTES - payloadBytes);
  }

  /** A message is whole and waits. */
  complete({ buffered }: Sender, bytes: number): void {
    buffered.unfinished = 0;
    buffered.waiting += bytes;
  }

  take(sender: Sender, bytes: number): void {
    sender.buffered.waiting -= bytes;
    this.#count(sender);
  }

  /** The socket has closed. What waits will be taken all the same. */
  forget(sender: Sender): void {
    sender.buffered.unfinished = 0;
    this.#count(sender);
  }

  #count({ ownerId, buffered }: Sender): boolean {
    const bytes = buffered.unfinished + buffered.waiting;
    const due = bytes <= FREE_BYTES ? 0 : Math.ceil(bytes / PIECE_BYTES) * PIECE_BYTES;
    if (due === buffered.counted) return true;
    const shares = [{ key: ownerId, max: this.#perUserMax }];
    const more = due - buffered.counted;
    if (more > 0 && this.#budget.take(shares, more) !== null) return false;
    if (more < 0) this.#budget.release(shares, -more);
    buffered.counted = due;
    return true;
  }
}
