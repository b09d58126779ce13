import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { secondsOf } from '../duration.js';
import type { Duration } from '../duration.js';

interface Pair {
  client: Socket;
  upstream: Socket;
  isWebSocket: boolean;
}

/** How the first bytes of a WebSocket's connection look (RFC 6455, section 1.3). */
const UPGRADE = /^GET [^\r\n]*\r\n(?:[^\r\n]+\r\n)*upgrade: *websocket\r\n/i;
const DELAY_SECONDS_MAX = 600;

/**
 * What can go wrong between an agent and the service: everything that the agent sends and gets passes through here. What a test's person does, and webhook
 * deliveries, do not.
 */
export class Faults {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #targetPort = 0;
  #isFrozen = false;
  #isRefusing = false;
  #delayMs = 0;

  constructor() {
    this.#server = createServer((client) => this.#accept(client));
    this.#server.unref();
  }

  /** Breaks the agent's WebSockets off. It may connect again at once. */
  dropSockets(): void {
    for (const pair of this.#pairs) if (pair.isWebSocket) this.#end(pair);
  }

  /** From now on nothing arrives on either side, and neither side notices: neither bytes nor the end of a connection. What was sent meanwhile arrives when it is healed. */
  freeze(): void {
    this.#isFrozen = true;
    for (const { client, upstream } of this.#pairs) for (const socket of [client, upstream]) socket.pause();
  }

  /**
   * From now on everything arrives so much later, in both directions.
   *
   * @param duration at most ten minutes; 0 for no delay.
   * @throws {RangeError} if it is longer than that.
   */
  delay(duration: Duration): void {
    const seconds = typeof duration === 'number' ? duration : secondsOf(duration, 'delay');
    if (!(seconds >= 0 && seconds <= DELAY_SECONDS_MAX))
      throw new RangeError(
        `A delay is between 0 and ${DELAY_SECONDS_MAX} seconds; it was ${String(duration)}.`,
      );
    this.#delayMs = seconds * 1_000;
  }

  /** Breaks every connection of the agent off, and takes no other. */
  refuse(): void {
    this.#isRefusing = true;
    for (const pair of this.#pairs) this.#end(pair);
  }

  /** Ends all of that. */
  heal(): void {
    [this.#isFrozen, this.#isRefusing, this.#delayMs] = [false, false, 0];
    for (const pair of this.#pairs) {
      if (pair.client.destroyed || pair.upstream.destroyed) this.#end(pair);
      pair.client.resume();
      pair.upstream.resume();
    }
  }

  /** @internal Resolves with the port for the agent. */
  async listen(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** @internal Where everything goes from now on. */
  leadTo(port: number): void {
    this.#targetPort = port;
  }

  /** @internal */
  async close(): Promise<void> {
    this.#isFrozen = false;
    for (const pair of this.#pairs) this.#end(pair);
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket): void {
    if (this.#isRefusing) return void client.destroy();
    const upstream = connect(this.#targetPort, '127.0.0.1');
    const pair: Pair = { client, upstream, isWebSocket: false };
    this.#pairs.add(pair);
    client.once('data', (chunk: Buffer) => (pair.isWebSocket = UPGRADE.test(chunk.toString('latin1'))));
    client.on('data', (chunk: Buffer) => this.#pass(upstream, chunk));
    upstream.on('data', (chunk: Buffer) => this.#pass(client, chunk));
    for (const socket of [client, upstream]) {
      socket.unref();
      socket.setNoDelay(true);
      if (this.#isFrozen) socket.pause();
      socket.on('error', () => {});
      socket.on('close', () => {
        if (!this.#isFrozen) this.#end(pair);
      });
    }
  }

  #pass(to: Socket, chunk: Buffer): void {
    if (this.#delayMs === 0) to.write(chunk);
    // Timers of one length end in the order in which they began.
    else setTimeout(() => to.destroyed || to.write(chunk), this.#delayMs).unref();
  }

  #end(pair: Pair): void {
    pair.client.destroy();
    pair.upstream.destroy();
    this.#pairs.delete(pair);
  }
}
