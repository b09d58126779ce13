import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { ServerOptions } from 'ws';

const AGENT_PATH = /^\/ws\/agent\/([^/?#]{1,100})\/?(?:\?.*)?$/;

/** The agent that the path `/ws/agent/{agent_id}` names, or `null` for any other path. */
export function agentIdOfPath(url: string | undefined): string | null {
  const match = AGENT_PATH.exec(url ?? '');
  if (match?.[1] === undefined) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return null;
  }
}

const REASONS = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
} as const;

/** Refuses an upgrade with a plain HTTP answer in the common error shape. */
export function refuseUpgrade(
  socket: Duplex,
  refusal: { status: keyof typeof REASONS; detail: string; retryAfterSeconds?: number },
): void {
  const body = JSON.stringify({ detail: refusal.detail });
  const retryAfter =
    refusal.retryAfterSeconds === undefined ? '' : `Retry-After: ${refusal.retryAfterSeconds}\r\n`;
  // A client that asks for another version learns which one there is (RFC 6455, section 4.4).
  const version = refusal.status === 400 ? 'Sec-WebSocket-Version: 13\r\n' : '';
  socket.on('error', () => socket.destroy());
  // A client that keeps its half of the connection open must not keep the connection here.
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${retryAfter}${version}Connection: close\r\n\r\n${body}`,
  );
}

/**
 * What speaks the protocol on sockets.
 *
 * @param limits.maxPayload of a frame, in bytes.
 */
export function socketServer(limits: { maxPayload: number; closeTimeoutMs: number }): WebSocketServer {
  // The types do not have `closeTimeout` yet.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    // Compression costs memory and time per socket, and frames are small.
    perMessageDeflate: false,
    maxPayload: limits.maxPayload,
    closeTimeout: limits.closeTimeoutMs,
  };
  // ws would refuse a handshake that is none with a page of its own.
  return new WebSocketServer(options).on('wsClientError', (_error, socket) =>
    refuseUpgrade(socket, { status: 400, detail: 'Malformed WebSocket handshake' }),
  );
}

/** The hub keeps nothing of an upgrade request, so that its memory can be freed. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
