import { once } from 'node:events';
import { createServer, STATUS_CODES } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from './logger.js';
import type { Service } from './service.js';
import { ERROR_CODES } from '@svc/domain';

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface HttpServerOptions {
  host: string;
  /** 0 takes any free port; {@link HttpServer.address} returns it. */
  port: number;
  listener: RequestListener;
  /** Takes over a connection that asks for an upgrade. From then on the listener has to close it. */
  upgrade?: UpgradeListener;
  logger: Logger;
  /** For the whole request, body included, in milliseconds. Default 120,000. */
  requestTimeoutMs?: number;
  /** How long `stop()` waits for running requests before it cuts them off, in milliseconds. Default 8,000. */
  drainTimeoutMs?: number;
}

/** For the request line and headers, in milliseconds. */
const HEADERS_MS_MAX = 10_000;
/** Longer than a proxy's 60 s, so that the proxy closes first. */
const KEEP_ALIVE_MS = 65_000;
/** Connections at once; further ones are refused. */
const CONNECTIONS_MAX = 50_000;
/** How long a new connection may take to send its first request while the server drains, in milliseconds. */
const FIRST_REQUEST_MS_MAX = 500;
/** A tick of the event loop this short can hardly have missed a new connection, in milliseconds. */
const QUIET_TICK_MS = 0.2;
const PENDING_TICKS_MAX = 100;

export class HttpServer implements Service {
  readonly name = 'http-server';
  readonly #options: HttpServerOptions;
  readonly #server: Server;
  /** Without those that were upgraded. */
  readonly #connections = new Set<Socket>();
  /** Those of these that have not sent a request yet. */
  readonly #unused = new Set<Socket>();
  readonly #responses = new Set<ServerResponse>();
  #started: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  #drained: (() => void) | undefined;
  #acceptedCount = 0;
  #isClosed = false;

  constructor(options: HttpServerOptions) {
    this.#options = options;
    const requestTimeout = options.requestTimeoutMs ?? 120_000;
    this.#server = createServer({
      headersTimeout: Math.min(HEADERS_MS_MAX, requestTimeout),
      requestTimeout,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: 1_000,
      noDelay: true,
    });
    this.#server.maxConnections = CONNECTIONS_MAX;
    this.#server.on('connection', (socket: Socket) => this.#track(socket));
    this.#server.on('request', (request, response) => this.#handle(request, response));
    // Node would answer an unknown expectation with 417; a server need not (RFC 9110, section 10.1.1).
    this.#server.on('checkExpectation', (request, response) => this.#handle(request, response));
    this.#server.on('clientError', answerClientError);
    const { upgrade } = options;
    if (upgrade !== undefined) {
      this.#server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', () => socket.destroy());
        if (hasTwoHosts(request)) return answerClientError(new Error('Two Host headers'), socket);
        this.#forget(socket as Socket);
        upgrade(request, socket, head);
      });
    }
  }

  /** Resolves once the server listens; rejects if the address is taken. */
  start(): Promise<void> {
    if (this.#stopped !== undefined)
      return Promise.reject(new Error(`${this.name} was stopped and cannot start again`));
    return (this.#started ??= this.#listen());
  }

  async #listen(): Promise<void> {
    const { host, port, logger } = this.#options;
    await once(this.#server.listen({ host, port }), 'listening');
    this.#server.on('error', (error) => logger.error({ err: error }, 'server failed'));
  }

  /** Where the server listens. Throws before `start()` has resolved. */
  address(): { host: string; port: number; url: string } {
    const address = this.#server.address() as AddressInfo | null;
    if (address === null) throw new Error(`${this.name} does not listen`);
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return { host: address.address, port: address.port, url: `http://${host}:${address.port}` };
  }

  /**
   * Resolves when the running requests are answered, each with `Connection: close`. A new connection has half
   * a second to send its request: a proxy may have sent it, and could not repeat it. It waits for no upgrade.
   */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#drain());
  }

  async #drain(): Promise<void> {
    if (this.#started === undefined) return;
    await this.#started.catch(() => undefined);
    for (const response of this.#responses) announceClose(response);
    await this.#takePending();
    this.#isClosed = true;
    // It also ends connections between two requests.
    this.#server.close();
    const silent = setTimeout(() => this.#unused.forEach((socket) => socket.destroy()), FIRST_REQUEST_MS_MAX);
    silent.unref();
    if (this.#connections.size === 0) return;
    await new Promise<void>((resolve) => {
      const deadline = setTimeout(() => {
        this.#options.logger.warn(
          { connections: this.#connections.size },
          'requests cut off: drain took too long',
        );
        for (const socket of this.#connections) socket.destroy();
      }, this.#options.drainTimeoutMs ?? 8_000);
      this.#drained = () => {
        clearTimeout(deadline);
        resolve();
      };
    });
  }

  /**
   * The system may have accepted connections for us that we have not seen yet, and closing the listening
   * socket would break off their requests. So it is closed in a tick too short for another to come.
   */
  async #takePending(): Promise<void> {
    // The first tick may have looked for connections before this call.
    for (let tick = 0; tick < PENDING_TICKS_MAX; tick += 1) {
      const acceptedBefore = this.#acceptedCount;
      const startedAtMs = performance.now();
      await new Promise((resolve) => setImmediate(resolve));
      const isQuiet = performance.now() - startedAtMs < QUIET_TICK_MS;
      if (tick > 0 && isQuiet && this.#acceptedCount === acceptedBefore) return;
    }
  }

  #track(socket: Socket): void {
    if (this.#isClosed) return void socket.destroy();
    this.#acceptedCount += 1;
    this.#connections.add(socket);
    this.#unused.add(socket);
    socket.once('close', () => this.#forget(socket));
  }

  #forget(socket: Socket): void {
    this.#unused.delete(socket);
    if (this.#connections.delete(socket) && this.#connections.size === 0) this.#drained?.();
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    this.#unused.delete(request.socket);
    this.#responses.add(response);
    if (this.#stopped !== undefined) announceClose(response);
    response.once('close', () => {
      this.#responses.delete(response);
      // For a connection whose headers were already sent with keep-alive.
      // Node counts an answer that has ended as idle, also while its bytes are on their way.
      if (this.#isClosed && this.#responses.size === 0) this.#server.closeIdleConnections();
    });
    if (hasTwoHosts(request)) answerMalformed(response);
    else this.#options.listener(request, response);
  }
}

function announceClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** How long a caller that has its answer may still send, in milliseconds. */
const LINGER_MS = 3_000;

/**
 * Writes the answer, whose `Content-Length` is set, and ends the exchange with the request's body.
 *
 * A connection that is closed with unread data in it is reset (RFC 9112, section 9.6), and a reset may
 * overtake the answer. So the rest of the body is thrown away for a while, then the connection is cut.
 */
export function answerEarly(request: IncomingMessage, response: ServerResponse, body: string): void {
  if (request.complete || request.destroyed) return void response.end(body);
  response.write(body);
  const deadline = setTimeout(() => {
    response.end(() => request.socket.destroy());
  }, LINGER_MS);
  const finish = (): void => {
    clearTimeout(deadline);
    response.end();
  };
  request.once('end', finish);
  response.once('close', () => clearTimeout(deadline));
  request.resume();
}

/**
 * For what is no complete request: malformed 400, headers too large 431, too slow 408. The socket may be in
 * any state, so the answer is written by hand and the connection closed.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  const ongoing = (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage;
  const isOver = error.code === 'ECONNRESET' || !socket.writable || ongoing?.headersSent === true;
  if (isOver) socket.destroy();
  else socket.end(writtenRefusal(refusalOf(error.code)));
}

/** For a connection on which no server answers any more. */
export function writtenRefusal(
  { status, detail }: { status: number; detail: string },
  headers: readonly string[] = [],
): string {
  const body = JSON.stringify({ detail });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Two readers may take it for two sites (RFC 9112, section 3.2). Node passes over the second header. */
export function hasTwoHosts(request: IncomingMessage): boolean {
  return (request.headersDistinct['host'] ?? []).length > 1;
}

/** As {@link answerClientError}, in its place behind earlier requests on its connection. */
export function answerMalformed(response: ServerResponse): void {
  const { status, detail } = refusalOf(undefined);
  const body = JSON.stringify({ detail });
  response.writeHead(status, {
    ...{ 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    Connection: 'close',
  });
  response.end(body);
}

function refusalOf(code: string | undefined): { status: number; detail: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ERROR_CODES.request_timeout;
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, detail: 'Request headers are too large' };
  return { status: 400, detail: 'Malformed HTTP request' };
}
