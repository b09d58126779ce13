import { Shares } from '@svc/domain';

/** What a socket has brought and the hub still holds. */
export interface HeldBytes {
  /** Of a message that has not come to its end. */
  unfinished: number;
  /** Of whole messages that wait until they are taken. */
  waiting: number;
  /** Counted against the shares, in whole pieces. */
  counted: number;
}

interface Sender {
  readonly ownerId: string;
  readonly held: HeldBytes;
}

/** Header and mask of a control frame (RFC 6455, section 5.5). */
const CONTROL_HEAD_BYTES = 6;

/** Less than this is not counted: a chunk that a stream brings may hold the end of one message and the beginning of the next. */
const FREE_BYTES = 128 * 1024;
const PIECE_BYTES = 256 * 1024;

/**
 * The messages that agents have begun to send, or that wait to be taken, by their bytes: bounded for all agents of a user together, and for the
 * hub. Otherwise a user with many agents could fill the memory, because each socket may bring a large message as slowly as it likes.
 */
export class HeldMessages {
  readonly #shares: Shares;
  readonly #perUserMax: number;

  constructor(limits: { heldBytesMax: number; heldBytesPerUserMax: number }) {
    this.#shares = new Shares(limits.heldBytesMax);
    this.#perUserMax = limits.heldBytesPerUserMax;
  }

  /** Bytes that are counted now. */
  get total(): number {
    return this.#shares.total;
  }

  /** The stream has brought bytes. False if there is no room for them: the caller closes the socket. */
  arrive(sender: Sender, bytes: number): boolean {
    sender.held.unfinished += bytes;
    return this.#count(sender);
  }

  /** Some of the bytes were a ping or a pong, which may also come in the middle of a message. */
  passControl({ held }: Sender, payloadBytes: number): void {
    held.unfinished = Math.max(0, held.unfinished - CONTROL_HEAD_BYTES - payloadBytes);
  }

  /** A message is whole and waits. */
  complete({ held }: Sender, bytes: number): void {
    held.unfinished = 0;
    held.waiting += bytes;
  }

  /** A message that waited is taken. */
  take(sender: Sender, bytes: number): void {
    sender.held.waiting -= bytes;
    this.#count(sender);
  }

  /** The socket has closed. What waits will be taken all the same. */
  forget(sender: Sender): void {
    sender.held.unfinished = 0;
    this.#count(sender);
  }

  #count({ ownerId, held }: Sender): boolean {
    const bytes = held.unfinished + held.waiting;
    const due = bytes <= FREE_BYTES ? 0 : Math.ceil(bytes / PIECE_BYTES) * PIECE_BYTES;
    if (due === held.counted) return true;
    const holders = [{ key: ownerId, max: this.#perUserMax }];
    if (due > held.counted && this.#shares.take(holders, due - held.counted) !== 'taken') return false;
    if (due < held.counted) this.#shares.release(holders, held.counted - due);
    held.counted = due;
    return true;
  }
}
