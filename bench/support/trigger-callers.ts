import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Kept connections, written and read by hand: they cost little beside what they call. */
export class TriggerCallers {
  readonly #port: number;
  readonly #free: Socket[] = [];
  readonly #all: Socket[] = [];

  constructor(url: string) {
    this.#port = Number(new URL(url).port);
  }

  /** Rejects unless the answer is `triggered`. */
  async post(triggerId: string, body: string): Promise<void> {
    const socket = this.#free.pop() ?? (await this.#open());
    const answer = once(socket, 'data') as Promise<[Buffer]>;
    socket.write(
      `POST /webhook/${triggerId} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    // An answer is far smaller than a packet, so it comes in one piece.
    const text = (await answer)[0].toString('latin1');
    if (!text.includes('"status":"triggered"')) throw new Error(`A trigger was answered ${text}`);
    this.#free.push(socket);
  }

  close(): void {
    for (const socket of this.#all) socket.destroy();
  }

  async #open(): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port: this.#port, noDelay: true });
    this.#all.push(socket);
    await once(socket, 'connect');
    return socket;
  }
}
