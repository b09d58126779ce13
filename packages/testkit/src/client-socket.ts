import { once } from 'node:events';
import type { ClientChangeFrame } from '@svc/proto-events';
import { WebSocket } from 'ws';
import type { Closing, ReceivedFrame } from './agent-socket.js';
import { inTime, Signal } from './signal.js';

/** A socket of the client app that remembers its frames and how it was closed. */
export class ClientSocket {
  readonly frames = new Signal<ReceivedFrame>();
  readonly #socket: WebSocket;
  readonly #closed: Promise<Closing>;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) =>
      this.frames.push(JSON.parse(data.toString('utf8')) as ReceivedFrame),
    );
    // A connection that breaks is told by its close code.
    socket.on('error', () => {});
    this.#closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') })),
    );
  }

  /** Resolves once the socket is open. Headers are a browser's: its cookies and its page's origin. */
  static async open(baseUrl: string, headers: Record<string, string> = {}): Promise<ClientSocket> {
    const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/ws/client`, { headers });
    const opened = new ClientSocket(socket);
    await inTime(once(socket, 'open'), 'the socket of the client app to open');
    return opened;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** Frames that tell of changes, in the order in which they came. */
  get changes(): ReceivedFrame[] {
    return this.frames.items.filter(({ type }) => type !== 'auth_ok' && type !== 'error');
  }

  send(frame: unknown): void {
    this.#socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  }

  /** Resolves when the server has let the socket in. */
  async letIn(): Promise<void> {
    await this.frames.first(({ type }) => type === 'auth_ok', 'auth_ok');
  }

  async authenticate(token: string): Promise<void> {
    this.send({ type: 'auth', token });
    await this.letIn();
  }

  /** Resolves with the first frame of this type that names these ids; it may have come before. */
  async change(
    type: ClientChangeFrame['type'],
    ids: Omit<ClientChangeFrame, 'type'>,
  ): Promise<ReceivedFrame> {
    const wanted = Object.entries({ type, ...ids });
    const fits = (frame: ReceivedFrame) => wanted.every(([name, value]) => frame[name] === value);
    return this.frames.first(fits, `a change of ${JSON.stringify(ids)}`);
  }

  /** Resolves when the socket is closed by whomever. */
  closed(waitMsMax?: number): Promise<Closing> {
    return inTime(this.#closed, 'the socket of the client app to close', waitMsMax);
  }

  terminate(): void {
    this.#socket.terminate();
  }
}
