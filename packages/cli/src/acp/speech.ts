import { Readable } from 'node:stream';
import type { IncomingMessage } from '@svc/agent';

/** Of one message, in bytes of UTF-8; the service takes 64 KiB. */
const MESSAGE_BYTES_MAX = 48 * 1024;
/** Of all that is said in a turn, in UTF-16 code units. */
const TURN_LENGTH_MAX = 1024 * 1024;
/** A growing message ends after so long without text, and after so long at all; the service takes 10 min. */
const [SILENCE_MS, MESSAGE_MS_MAX] = [20_000, 480_000];

interface Growing {
  pieces: Readable;
  bytes: number;
  beganMs: number;
}

/** What is said in one turn, as growing messages: each ends before a tool, after silence, or when long. */
export class Speech {
  readonly #message: Pick<IncomingMessage, 'stream'>;
  #growing: Growing | undefined;
  #stored: Promise<unknown> = Promise.resolve();
  #length = 0;
  #silence: NodeJS.Timeout | undefined;

  constructor(message: Pick<IncomingMessage, 'stream'>) {
    this.#message = message;
  }

  get hasBegun(): boolean {
    return this.#length > 0;
  }

  /** Whether more was said than people are shown. */
  get isCut(): boolean {
    return this.#length > TURN_LENGTH_MAX;
  }

  say(text: string): void {
    if (this.isCut || (this.#growing === undefined && text.trim() === '')) return;
    this.#length += text.length;
    const bytes = Buffer.byteLength(text);
    const { bytes: sofar = 0, beganMs = 0 } = this.#growing ?? {};
    if (sofar + bytes > MESSAGE_BYTES_MAX || performance.now() - beganMs > MESSAGE_MS_MAX) this.pause();
    this.#growing ??= this.#begin();
    this.#growing.bytes += bytes;
    this.#growing.pieces.push(text);
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.pause(), SILENCE_MS);
  }

  /** Ends the message that grows. What is said next begins another one. */
  pause(): void {
    clearTimeout(this.#silence);
    this.#growing?.pieces.push(null);
    this.#growing = undefined;
  }

  /** Resolves when all that was said is stored. Rejects if some of it could not be. */
  async end(): Promise<void> {
    this.pause();
    await this.#stored;
  }

  /** One message after the other, so that they stand in their order. */
  #begin(): Growing {
    const pieces = new Readable({ objectMode: true, read() {} });
    this.#stored = this.#stored.then(() => this.#message.stream(pieces));
    // The caller that waits for the end hears of it.
    this.#stored.catch(() => undefined);
    return { pieces, bytes: 0, beganMs: performance.now() };
  }
}
