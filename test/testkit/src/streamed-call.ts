import { request } from 'node:http';
import type { ClientRequest } from 'node:http';
import { collected } from './http-call.js';
import type { HttpAnswer } from './http-call.js';
import { inTime } from './signal.js';

/** A call whose body is sent in pieces, as long as a test likes. */
export class StreamedCall {
  readonly #outgoing: ClientRequest;
  readonly #answer: Promise<HttpAnswer>;

  constructor(url: string, headers: Record<string, string>) {
    this.#outgoing = request(url, { method: 'POST', headers, agent: false });
    this.#outgoing.flushHeaders();
    this.#answer = new Promise((resolve, reject) => {
      this.#outgoing.on(
        'response',
        (incoming) => void collected(incoming, { method: 'POST', url }).then(resolve, reject),
      );
      this.#outgoing.on('error', reject);
    });
    // A test that breaks off does not ask for it.
    this.#answer.catch(() => undefined);
  }

  /** One line of NDJSON. */
  line(value: unknown): void {
    this.#outgoing.write(`${JSON.stringify(value)}\n`);
  }

  /** Resolves once it is on its way, or the connection has ended. */
  write(part: string | Buffer): Promise<void> {
    return new Promise((resolve) => this.#outgoing.write(part, () => resolve()));
  }

  end(): void {
    this.#outgoing.end();
  }

  /** Breaks the connection, as a crash does. */
  breakOff(): void {
    this.#outgoing.destroy();
  }

  answer(waitMsMax?: number): Promise<HttpAnswer> {
    return inTime(this.#answer, 'the answer of a call in pieces', waitMsMax);
  }
}
