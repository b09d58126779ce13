import { once } from 'node:events';
import type { ClientChangeFrame } from '@svc/proto-events';
import { WebSocket } from 'ws';
import { RecordedSocket } from './recorded-socket.js';
import type { ReceivedFrame } from './recorded-socket.js';
import { inTime } from './signal.js';

/** A socket of the client app that remembers its frames and how it was closed. */
export class ClientSocket extends RecordedSocket {
  /** Resolves once the socket is open. Headers are a browser's: its cookies and its page's origin. */
  static async open(baseUrl: string, headers: Record<string, string> = {}): Promise<ClientSocket> {
    const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/ws/client`, { headers });
    const opened = new ClientSocket(socket);
    await inTime(once(socket, 'open'), 'the socket of the client app to open');
    return opened;
  }

  /** Frames that tell of changes, in the order in which they came. */
  get changes(): ReceivedFrame[] {
    return this.frames.items.filter(({ type }) => type !== 'auth_ok' && type !== 'error');
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
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
}
