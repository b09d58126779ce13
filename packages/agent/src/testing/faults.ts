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
  #isRefusing = false;

  constructor() {
    this.#server = createServer((client) => this.#accept(client));
    this.#server.unref();
  }

  /** Breaks the agent's WebSockets off. It may connect again at once. */
  dropSockets(): void {
    for (const pair of this.#pairs) if (pair.isWebSocket) this.#end(pair);
  }

  /** Breaks every connection of the agent off, and takes no other. */
  refuse(): void {
    this.#isRefusing = true;
    for (const pair of this.#pairs) this.#end(pair);
  }

  /** Takes connections again. */
  heal(): void {
    this.#isRefusing = false;
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
    for (const pair of this.#pairs) this.#end(pair);
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket): void {
    if (this.#isRefusing) return void client.destroy();
    const upstream = connect(this.#targetPort, '127.0.0.1');
    const pair: Pair = { client, upstream, isWebSocket: false };
    this.#pairs.add(pair);
    client.once('data', (chunk: Buffer) => (pair.isWebSocket = UPGRADE.test(chunk.toString('latin1'))));
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      socket.unref();
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => this.#end(pair));
    }
  }

  #end(pair: Pair): void {
    pair.client.destroy();
    pair.upstream.destroy();
    this.#pairs.delete(pair);
  }
}
