import { createServer, connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

interface Pair {
  client: Socket;
  upstream: Socket;
}

/** Stands between a client and its server, so that a test can cut, delay or drop the bytes. */
export class TcpProxy {
  readonly #target: { host: string; port: number };
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #url: URL;
  #holding = false;
  #refusing = false;
  #swallowing = false;
  #delayMs = 0;
  /** How many connections clients have made, and how often they have sent something. */
  readonly seen = { connections: 0, sends: 0 };

  /** @param target the server's URL; without a port, RabbitMQ's or PostgreSQL's own. */
  constructor(target: URL) {
    this.#url = new URL(target);
    this.#target = { host: target.hostname, port: Number(target.port || defaultPort(target)) };
    this.#server = createServer((client) => this.#accept(client));
  }

  /** Starts to listen; resolves to the target's URL with the proxy's address in it. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#url.hostname = '127.0.0.1';
    this.#url.port = String((this.#server.address() as AddressInfo).port);
    return this.url;
  }

  /** The target's URL with the proxy's address in it, once it listens. */
  get url(): string {
    return this.#url.toString();
  }

  /** Breaks every connection; new ones are accepted at once. */
  cut(): void {
    for (const { client, upstream } of this.#pairs) {
      client.destroy();
      upstream.destroy();
    }
  }

  /** Breaks every connection and lets no new one through until {@link admit}. */
  refuse(): void {
    this.#refusing = true;
    this.cut();
  }

  admit(): void {
    this.#refusing = false;
  }

  /** Nothing that the server sends arrives until {@link release}. */
  hold(): void {
    this.#holding = true;
    for (const { upstream } of this.#pairs) upstream.pause();
  }

  release(): void {
    this.#holding = false;
    for (const { upstream } of this.#pairs) upstream.resume();
  }

  /**
   * A network that drops everything. Nothing arrives on either side, not even that the other has gone, and no
   * new connection is answered. What was sent arrives after {@link restore}, because TCP repeats it.
   */
  blackhole(): void {
    this.#swallowing = true;
    for (const { client, upstream } of this.#pairs) {
      client.pause();
      upstream.pause();
    }
  }

  restore(): void {
    this.#swallowing = false;
    for (const pair of this.#pairs) {
      if (pair.client.destroyed || pair.upstream.destroyed) this.#end(pair);
      pair.client.resume();
      pair.upstream.resume();
    }
  }

  /** From now on everything arrives so much later, in both directions. */
  delay(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  async stop(): Promise<void> {
    this.#swallowing = false;
    this.cut();
    for (const pair of this.#pairs) this.#end(pair);
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket): void {
    this.seen.connections += 1;
    if (this.#refusing) return void client.destroy();
    const upstream = connect(this.#target.port, this.#target.host);
    const pair = { client, upstream };
    this.#pairs.add(pair);
    client.on('data', (chunk: Buffer) => {
      this.seen.sends += 1;
      this.#pass(upstream, chunk);
    });
    upstream.on('data', (chunk: Buffer) => this.#pass(client, chunk));
    if (this.#holding || this.#swallowing) upstream.pause();
    if (this.#swallowing) client.pause();
    for (const socket of [client, upstream]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        if (!this.#swallowing) this.#end(pair);
      });
    }
  }

  #pass(to: Socket, chunk: Buffer): void {
    if (this.#delayMs === 0) to.write(chunk);
    // Timers of one length end in the order in which they began.
    else setTimeout(() => to.destroyed || to.write(chunk), this.#delayMs);
  }

  #end(pair: Pair): void {
    pair.client.destroy();
    pair.upstream.destroy();
    this.#pairs.delete(pair);
  }
}

function defaultPort({ protocol }: URL): number {
  return protocol.startsWith('amqp') ? 5672 : 5432;
}
