import { WebSocket } from 'ws';
import type { AuthFrame, AuthOkFrame } from '../contract.js';

export interface ServiceFrame {
  type: string;
  [field: string]: unknown;
}

export interface SessionOptions {
  url: URL;
  agentId: string;
  secret: string;
  /** How long it may be silent before it counts as dead, in milliseconds. */
  silenceMs: number;
  onOpen: (frame: AuthOkFrame) => void;
  /** Every other frame that is JSON with a type. */
  onFrame: (frame: ServiceFrame) => void;
}

export interface SessionEnd {
  /** The close code; 1006 if there was none. */
  code: number;
  reason: string;
  /** For how long it was open, in milliseconds; 0 if it was never authenticated. */
  authenticatedMs: number;
  /** Since the socket opened, in milliseconds; 0 if it never did. */
  openMs: number;
  /** What the service asked for when it refused the socket, in milliseconds. */
  retryAfterMs: number;
}

/** To connect and to authenticate may take so long, in milliseconds. */
const HANDSHAKE_MS_MAX = 15_000;
/** More than any frame of the service has, in bytes. */
const FRAME_BYTES_MAX = 16 * 1024 * 1024;
const ABNORMAL = 1006;

/** A network that drops everything says nothing, so it sends pings, and ends after too long a silence. */
export class Session {
  readonly ended: Promise<SessionEnd>;
  readonly #options: SessionOptions;
  readonly #socket: WebSocket;
  #heardAt = performance.now();
  #openedAt: number | null = null;
  #authenticatedAt: number | null = null;
  #retryAfterMs = 0;
  #failure = '';

  constructor(options: SessionOptions) {
    this.#options = options;
    const handshakeTimeout = Math.min(HANDSHAKE_MS_MAX, options.silenceMs);
    this.#socket = new WebSocket(options.url, {
      ...{ handshakeTimeout, maxPayload: FRAME_BYTES_MAX, perMessageDeflate: false },
    });
    this.ended = this.#live(handshakeTimeout);
  }

  get isOpen(): boolean {
    return this.#authenticatedAt !== null && this.#socket.readyState === WebSocket.OPEN;
  }

  send(frame: object): boolean {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** Says goodbye; the end follows soon, whether the service answers or not. */
  close(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.close(1000);
    else this.#socket.terminate();
    setTimeout(() => this.#socket.terminate(), 2_000).unref();
  }

  async #live(handshakeTimeout: number): Promise<SessionEnd> {
    const socket = this.#socket;
    const heard = (): void => void (this.#heardAt = performance.now());
    const pulse = setInterval(() => this.#lookAtSilence(), Math.max(100, this.#options.silenceMs / 3));
    const late = setTimeout(() => this.#giveUp('it did not answer in time'), 2 * handshakeTimeout);
    socket.on('open', () => {
      this.#openedAt = performance.now();
      const { agentId, secret } = this.#options;
      // Without `resume` triggers and due tasks that wait would stay with their polls.
      const frame: AuthFrame = { type: 'auth', agent_id: agentId, secret, resume: true };
      socket.send(JSON.stringify(frame));
    });
    socket.on('unexpected-response', (_request, response) => {
      const seconds = Number(response.headers['retry-after'] ?? 0);
      this.#retryAfterMs = Number.isFinite(seconds) ? Math.min(seconds, 60) * 1_000 : 0;
      this.#giveUp(`it was refused with HTTP ${response.statusCode}`);
    });
    socket.on('error', (error) => void (this.#failure ||= error.message));
    for (const sign of ['ping', 'pong', 'upgrade'] as const) socket.on(sign, heard);
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      heard();
      const frame = isBinary ? null : frameOf(data);
      if (frame === null) return;
      if (frame.type !== 'auth_ok') return this.#options.onFrame(frame);
      clearTimeout(late);
      this.#authenticatedAt = performance.now();
      this.#options.onOpen(frame as unknown as AuthOkFrame);
    });
    const [code, reason] = await new Promise<[number, string]>((resolve) =>
      socket.on('close', (closeCode, text) => resolve([closeCode, text.toString('utf8')])),
    );
    clearInterval(pulse);
    clearTimeout(late);
    return {
      code: code || ABNORMAL,
      reason: reason || this.#failure,
      authenticatedMs: since(this.#authenticatedAt),
      openMs: since(this.#openedAt),
      retryAfterMs: this.#retryAfterMs,
    };
  }

  #lookAtSilence(): void {
    if (performance.now() - this.#heardAt >= this.#options.silenceMs)
      return this.#giveUp(`it was silent for ${this.#options.silenceMs / 1_000} s`);
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
  }

  #giveUp(why: string): void {
    this.#failure ||= why;
    this.#socket.terminate();
  }
}

function frameOf(data: Buffer): ServiceFrame | null {
  try {
    const frame = JSON.parse(data.toString('utf8')) as ServiceFrame | null;
    return typeof frame === 'object' && frame !== null && typeof frame.type === 'string' ? frame : null;
  } catch {
    return null;
  }
}

function since(moment: number | null): number {
  return moment === null ? 0 : performance.now() - moment;
}
