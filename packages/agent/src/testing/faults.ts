import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

interface Pair {
  client: Socket;
  upstream: Socket;
  isWebSocket: boolean;
}

/** How the first bytes of a WebSocket's connection look (RFC 6455, section 1.3). */
const UPGRADE = /^GET [^\r\n]*\r\n(?:[^\r\n]+\r\n)*upgrade: *websocket\r\n/i;

/** What can go wrong with all that the agent sends and gets, webhook deliveries apart. */
export class Faults {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #targetPort = 0;
  #isFrozen = false;
  #isRefusing = false;

  constructor() {
    this.#server = createServer((client) => this.#accept(client));
    this.#server.unref();
  }

  /** Breaks the agent's WebSockets off. It may connect again at once. */
  dropSockets(): void {
    for (const pair of this.#pairs) if (pair.isWebSocket) this.#end(pair);
  }

  /** From now on nothing arrives on either side, and neither side notices. It arrives when it is healed. */
  freeze(): void {
    this.#isFrozen = true;
    for (const { client, upstream } of this.#pairs) for (const socket of [client, upstream]) socket.pause();
  }

  /** Breaks every connection of the agent off, and takes no other. */
  refuse(): void {
    this.#isRefusing = true;
    for (const pair of this.#pairs) this.#end(pair);
  }

  /** Ends all of that. */
  heal(): void {
    this.#isFrozen = false;
    this.#isRefusing = false;
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
    client.on('data', (chunk: Buffer) => upstream.write(chunk));
    upstream.on('data', (chunk: Buffer) => client.write(chunk));
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

  #end(pair: Pair): void {
    pair.client.destroy();
    pair.upstream.destroy();
    this.#pairs.delete(pair);
  }
}
