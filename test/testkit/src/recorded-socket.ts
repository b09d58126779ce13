import { WebSocket } from 'ws';
import { inTime, Signal } from './signal.js';

export type ReceivedFrame = Record<string, unknown> & { type: string };

export interface Closing {
  code: number;
  reason: string;
}

/** Any socket, with a record of its frames and of how it was closed. */
export class RecordedSocket {
  readonly frames = new Signal<ReceivedFrame>();
  protected readonly socket: WebSocket;
  protected readonly ended: Promise<Closing>;

  protected constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) =>
      this.frames.push(JSON.parse(data.toString('utf8')) as ReceivedFrame),
    );
    // The close code reports a broken connection.
    socket.on('error', () => {});
    this.ended = new Promise((resolve) =>
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') })),
    );
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Sends a frame, or what there is instead: a text, or bytes. */
  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  }

  /** Resolves with the first frame that has these fields, which may have come before. */
  frame(wanted: Record<string, unknown>): Promise<ReceivedFrame> {
    const fits = (frame: ReceivedFrame) =>
      Object.entries(wanted).every(([name, value]) => frame[name] === value);
    return this.frames.first(fits, `a frame with ${JSON.stringify(wanted)}`);
  }

  /** Resolves when the socket is closed by either side. */
  closed(waitMsMax?: number): Promise<Closing> {
    return inTime(this.ended, 'the socket to close', waitMsMax);
  }

  /** Ends the connection without a close frame, as a crash does. */
  terminate(): void {
    this.socket.terminate();
  }
}
