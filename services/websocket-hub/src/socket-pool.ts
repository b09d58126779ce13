import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Budget } from '@svc/domain';
import type { CloseReason, Share } from '@svc/domain';
import { WebSocketServer } from 'ws';
import type { ServerOptions, RawData, WebSocket } from 'ws';
import { closeSocket } from './frame-bytes.js';
import { refuseUpgrade } from './upgrade.js';

export interface SocketPoolBounds {
  /** Of a frame, in bytes. */
  maxPayload: number;
  /** A further socket is refused with 503. */
  socketsMax: number;
  unauthenticatedMax: number;
  unauthenticatedPerAddressMax: number;
  /** How long a socket may take to its first frame. */
  authTimeoutMs: number;
  /** How long a socket may take to answer a close frame. */
  closeTimeoutMs: number;
  /** That a socket which pings has not read. */
  bufferedBytesMax: number;
}

/**
 * The sockets of a path. Each address has a share of those that have not authenticated yet, so that one host
 * cannot keep all others out.
 */
export abstract class SocketPool<Socket extends WebSocket> {
  readonly #bounds: SocketPoolBounds;
  readonly #server: WebSocketServer;
  readonly #listen: (socket: Socket) => void;
  readonly #all = new Set<Socket>();
  readonly #unauthenticated = new Map<Socket, { shares: readonly Share[]; deadlineMs: number }>();
  readonly #budget: Budget;

  constructor(bounds: SocketPoolBounds) {
    this.#bounds = bounds;
    this.#budget = new Budget(bounds.unauthenticatedMax);
    // The types do not have `closeTimeout` yet.
    const options: ServerOptions & { closeTimeout: number } = {
      noServer: true,
      clientTracking: false,
      // Compression costs memory and time per socket, and frames are small.
      perMessageDeflate: false,
      maxPayload: bounds.maxPayload,
      closeTimeout: bounds.closeTimeoutMs,
    };
    // ws would refuse a handshake that is none with a page of its own.
    this.#server = new WebSocketServer(options).on('wsClientError', (_error, stream) =>
      refuseUpgrade(stream, { status: 400, detail: 'Malformed WebSocket handshake' }),
    );
    this.#listen = listeners<Socket>({
      received: this.received.bind(this),
      ponged: this.ponged.bind(this),
      pinged: this.pinged.bind(this),
      closed: this.closed.bind(this),
    });
  }

  protected abstract received(socket: Socket, data: Buffer): void;
  protected abstract ponged(socket: Socket, data: Buffer): void;

  /** ws has answered already. Nothing else bounds the answers to a client that pings and does not read. */
  protected pinged(socket: Socket, _data: Buffer): void {
    if (socket.bufferedAmount > this.#bounds.bufferedBytesMax) socket.terminate();
  }

  protected closed(socket: Socket): void {
    this.#all.delete(socket);
    this.authenticated(socket);
  }

  get count(): number {
    return this.#all.size;
  }

  /** @param opened is called before anything has come. */
  protected accept(
    asked: { request: IncomingMessage; stream: Duplex; head: Buffer; network: string; isRefused: boolean },
    opened: (socket: Socket) => void,
  ): void {
    const { request, stream, head, network, isRefused } = asked;
    const { socketsMax, unauthenticatedPerAddressMax: max, authTimeoutMs } = this.#bounds;
    const shares = [{ key: network, max }];
    if (isRefused || this.count >= socketsMax || this.#budget.refusal(shares) !== null)
      return refuseUpgrade(stream, { status: 503, detail: 'Temporarily unavailable', retryAfterSeconds: 2 });
    this.#server.handleUpgrade(request, stream, head, (client) => {
      const socket = client as Socket;
      this.#all.add(socket);
      this.#budget.take(shares);
      this.#unauthenticated.set(socket, { shares, deadlineMs: performance.now() + authTimeoutMs });
      this.#listen(socket);
      opened(socket);
    });
  }

  /** The first frame has come, and how long it is judged is not the socket's fault. */
  protected authenticating(socket: Socket): void {
    const unauthenticated = this.#unauthenticated.get(socket);
    if (unauthenticated !== undefined) unauthenticated.deadlineMs = Infinity;
  }

  /** The socket has authenticated, or is closing. May be called more than once. */
  protected authenticated(socket: Socket): void {
    const unauthenticated = this.#unauthenticated.get(socket);
    if (unauthenticated === undefined) return;
    this.#unauthenticated.delete(socket);
    this.#budget.release(unauthenticated.shares);
  }

  protected closeLate(nowMs: number): void {
    for (const [socket, { deadlineMs }] of this.#unauthenticated)
      if (deadlineMs <= nowMs) this.close(socket, 'notAuthenticated', 'no frame has come in time');
  }

  protected close(socket: Socket, reason: CloseReason, detail?: string): void {
    this.authenticated(socket);
    closeSocket(socket, reason, detail);
  }

  /** A socket that does not answer would not answer a close frame either, so the hub does not wait for it. */
  protected drop(socket: Socket): void {
    this.close(socket, 'unresponsive');
    // Time for the close frame to leave, if anything can still leave.
    setTimeout(() => socket.terminate(), 1_000).unref();
  }

  closeAll(): void {
    for (const socket of this.#all) this.close(socket, 'draining');
  }

  terminateAll(): void {
    for (const socket of this.#all) socket.terminate();
  }
}

/** The same few functions serve every socket. Closures for each socket would cost some hundred bytes each. */
function listeners<Socket extends WebSocket>(handle: {
  received: (socket: Socket, data: Buffer) => void;
  ponged: (socket: Socket, data: Buffer) => void;
  pinged: (socket: Socket, data: Buffer) => void;
  closed: (socket: Socket) => void;
}): (socket: Socket) => void {
  function onMessage(this: WebSocket, data: RawData): void {
    handle.received(this as Socket, data as Buffer);
  }
  function onPong(this: WebSocket, data: Buffer): void {
    handle.ponged(this as Socket, data);
  }
  function onPing(this: WebSocket, data: Buffer): void {
    handle.pinged(this as Socket, data);
  }
  function onClose(this: WebSocket): void {
    handle.closed(this as Socket);
  }
  // A broken frame or connection; `close` follows.
  function onError(): void {}
  return (socket) => {
    socket.on('message', onMessage).on('pong', onPong).on('ping', onPing);
    socket.on('close', onClose).on('error', onError);
  };
}
