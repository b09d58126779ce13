import { createServer, connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Stands between a broker client and its server, so that a test can cut or hold back what flows. */
export class TcpProxy {
  private readonly server: Server;
  private readonly pairs = new Set<{ client: Socket; upstream: Socket }>();
  private holding = false;
  private refusing = false;

  constructor(private readonly target: URL) {
    this.server = createServer((client) => this.accept(client));
  }

  /** Starts to listen; resolves to the target's URL with the proxy's address in it. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.toString();
  }

  /** Breaks every connection; new ones are accepted at once. */
  cut(): void {
    for (const { client, upstream } of this.pairs) {
      client.destroy();
      upstream.destroy();
    }
  }

  /** Breaks every connection and lets no new one through until {@link admit}. */
  refuse(): void {
    this.refusing = true;
    this.cut();
  }

  admit(): void {
    this.refusing = false;
  }

  /** Nothing that the server sends arrives until {@link release}. */
  hold(): void {
    this.holding = true;
    for (const { upstream } of this.pairs) upstream.pause();
  }

  release(): void {
    this.holding = false;
    for (const { upstream } of this.pairs) upstream.resume();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(client: Socket): void {
    if (this.refusing) return void client.destroy();
    const upstream = connect(Number(this.target.port || 5672), this.target.hostname);
    const pair = { client, upstream };
    this.pairs.add(pair);
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => client.write(chunk));
    if (this.holding) upstream.pause();
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => {});
      socket.on('close', () => {
        other.destroy();
        this.pairs.delete(pair);
      });
    }
  }
}
