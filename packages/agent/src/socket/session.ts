import { WebSocket } from 'ws';
import type { AgentSettings } from '../options.js';

export interface ServiceFrame {
  type: string;
  [field: string]: unknown;
}

export interface ConnectionListener {
  onConnected(agentName: string): void;
  onDisconnected(reason: string): void;
  /** Every other frame that is JSON with a type. */
  onFrame(frame: ServiceFrame): void;
}

export interface SessionEnd {
  /** The close code; 1006 if there was none (RFC 6455, section 7.4.1). */
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
/** The service may take so long to answer a goodbye, in milliseconds. */
const GOODBYE_MS_MAX = 2_000;

export interface Session {
  ended: Promise<SessionEnd>;
  /** Hands it to the socket, if it is open. */
  send(frame: object): void;
  /** Says goodbye; the end follows soon, whether the service answers or not. */
  close(): void;
}

/** A network that drops everything says nothing, so it sends pings, and ends after too long a silence. */
export function openSession(
  { agentId, secret, silenceMs, url }: AgentSettings,
  listener: ConnectionListener,
): Session {
  const address = new URL(`ws/agent/${agentId}`, url);
  address.protocol = url.protocol.replace('http', 'ws');
  const handshakeTimeout = Math.min(HANDSHAKE_MS_MAX, silenceMs);
  const limits = { handshakeTimeout, maxPayload: FRAME_BYTES_MAX, perMessageDeflate: false };
  const socket = new WebSocket(address, limits);
  let heardAt = performance.now();
  let openedAt: number | null = null;
  let authenticatedAt: number | null = null;
  let retryAfterMs = 0;
  let failure = '';

  const heard = (): void => void (heardAt = performance.now());
  const giveUp = (why: string): void => {
    failure ||= why;
    socket.terminate();
  };
  const beat = (): void => {
    if (performance.now() - heardAt >= silenceMs) giveUp(`it was silent for ${silenceMs / 1_000} s`);
    else if (socket.readyState === WebSocket.OPEN) socket.ping();
  };
  const pulse = setInterval(beat, Math.max(100, silenceMs / 3));
  const late = setTimeout(() => giveUp('it did not answer in time'), 2 * handshakeTimeout);

  socket.on('open', () => {
    openedAt = performance.now();
    // Without `resume` triggers and due tasks that wait would stay with their polls.
    const frame = { type: 'auth', agent_id: agentId, secret, resume: true };
    socket.send(JSON.stringify(frame));
  });
  socket.on('unexpected-response', (_request, response) => {
    const seconds = Number(response.headers['retry-after'] ?? 0);
    retryAfterMs = Number.isFinite(seconds) ? Math.min(seconds, 60) * 1_000 : 0;
    giveUp(`it was refused with HTTP ${response.statusCode}`);
  });
  socket.on('error', (error) => void (failure ||= error.message));
  for (const sign of ['ping', 'pong', 'upgrade'] as const) socket.on(sign, heard);
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    heard();
    const frame = isBinary ? null : frameOf(data);
    if (frame === null) return;
    if (frame.type !== 'auth_ok') return listener.onFrame(frame);
    clearTimeout(late);
    authenticatedAt = performance.now();
    listener.onConnected(String(frame['agent_name']));
  });

  const ended = new Promise<SessionEnd>((resolve) =>
    socket.on('close', (code, said) => {
      clearInterval(pulse);
      clearTimeout(late);
      const reason = said.toString('utf8') || failure;
      if (authenticatedAt !== null) listener.onDisconnected(reason === '' ? `${code}` : `${code}: ${reason}`);
      const [authenticatedMs, openMs] = [since(authenticatedAt), since(openedAt)];
      resolve({ code, reason, authenticatedMs, openMs, retryAfterMs });
    }),
  );

  return {
    ended,
    send(frame) {
      if (authenticatedAt !== null && socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify(frame));
    },
    close() {
      if (socket.readyState === WebSocket.OPEN) socket.close(1000);
      else socket.terminate();
      setTimeout(() => socket.terminate(), GOODBYE_MS_MAX).unref();
    },
  };
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
