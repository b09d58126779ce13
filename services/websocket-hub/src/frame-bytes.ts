import { CLOSE_CODES } from '@svc/domain';
import type { CloseReason } from '@svc/domain';
import type { WebSocket } from 'ws';

/** Opcodes with the bit that says that the frame is a whole message (RFC 6455, section 5.2). */
const TEXT = 0x81;
const PING = 0x89;

/** Unmasked. `ws` writes head and content separately, which costs more than all else for a small frame. */
export const frameBytes = {
  text: (text: string): Buffer => framed(TEXT, text),
  ping: (payload: string): Buffer => framed(PING, payload),
};

function framed(head: number, text: string): Buffer {
  const length = Buffer.byteLength(text);
  const offset = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(offset + length);
  frame[0] = head;
  if (offset === 2) frame[1] = length;
  else if (offset === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, offset);
  return frame;
}

/** A token bucket: `perSecond` on average, `burst` at once. */
export class FrameRate {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #updatedMs: number;

  constructor(rate: { perSecond: number; burst: number }, nowMs: number) {
    this.#perSecond = rate.perSecond;
    this.#burst = rate.burst;
    this.#tokens = rate.burst;
    this.#updatedMs = nowMs;
  }

  /** Takes a token; false if none is left. */
  take(nowMs: number): boolean {
    const earned = (Math.max(0, nowMs - this.#updatedMs) / 1_000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#updatedMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  giveBack(): void {
    this.#tokens += 1;
  }
}

/** A close frame has room for so many bytes of text (RFC 6455, section 5.5). */
const TEXT_LENGTH_MAX = 123;

/** `detail` is in ASCII. */
export function closeSocket(socket: WebSocket, reason: CloseReason, detail = ''): void {
  // A paused socket would not see the other side's own close frame.
  if (socket.isPaused) socket.resume();
  const text = detail === '' ? CLOSE_TEXT[reason] : `${CLOSE_TEXT[reason]}: ${detail}`;
  socket.close(CLOSE_CODES[reason], text.slice(0, TEXT_LENGTH_MAX));
}

const CLOSE_TEXT: Record<CloseReason, string> = {
  draining: 'Service restart',
  messageTooBig: 'Frame too large',
  tooManySockets: 'Too many sockets',
  notAuthenticated: 'Authentication expected',
  invalidSecret: 'Invalid credentials',
  agentNotFound: 'Agent not found',
  tooManyFrames: 'Too many frames',
  unresponsive: 'Unresponsive',
  credentialsRevoked: 'Credentials revoked',
  scopeMissing: 'Scope missing',
};
