import { Readable } from 'node:stream';
import type { IncomingMessage } from '@svc/agent';

/** Of one message, in bytes of UTF-8; the service takes 64 KiB. */
const MESSAGE_BYTES_MAX = 48 * 1024;
/** A growing message ends after this, in milliseconds; the service takes 10 min. */
const MESSAGE_MS_MAX = 480_000;

/** What is said in one turn, as growing messages: each ends before a tool, or when it is long. */
export class Speech {
  readonly #message: Pick<IncomingMessage, 'stream'>;
  #growing: { pieces: Readable; bytes: number; end: NodeJS.Timeout } | undefined;
  #stored: Promise<unknown> = Promise.resolve();
  hasBegun = false;

  constructor(message: Pick<IncomingMessage, 'stream'>) {
    this.#message = message;
  }

  say(text: string): void {
    if (this.#growing === undefined && text.trim() === '') return;
    this.hasBegun = true;
    const bytes = Buffer.byteLength(text);
    if ((this.#growing?.bytes ?? 0) + bytes > MESSAGE_BYTES_MAX) this.pause();
    this.#growing ??= this.#begin();
    this.#growing.bytes += bytes;
    this.#growing.pieces.push(text);
  }

  /** Ends the message that grows. What is said next begins another one. */
  pause(): void {
    if (this.#growing === undefined) return;
    clearTimeout(this.#growing.end);
    this.#growing.pieces.push(null);
    this.#growing = undefined;
  }

  /** Resolves when all that was said is stored. Rejects if some of it could not be. */
  async end(): Promise<void> {
    this.pause();
    await this.#stored;
  }

  /** One message after the other, so that they stand in their order. */
  #begin(): { pieces: Readable; bytes: number; end: NodeJS.Timeout } {
    const pieces = new Readable({ objectMode: true, read() {} });
    this.#stored = this.#stored.then(() => this.#message.stream(pieces));
    // The caller that waits for the end hears of it.
    this.#stored.catch(() => undefined);
    return { pieces, bytes: 0, end: setTimeout(() => this.pause(), MESSAGE_MS_MAX) };
  }
}
