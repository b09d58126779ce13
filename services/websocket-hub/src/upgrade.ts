import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { writtenRefusal } from '@svc/runtime';

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

/** Refuses an upgrade with a plain HTTP answer in the common error shape. */
export function refuseUpgrade(
  socket: Duplex,
  refusal: { status: 400 | 403 | 404 | 503; detail: string; retryAfterSeconds?: number },
): void {
  const { status, retryAfterSeconds } = refusal;
  const retryAfter = retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`];
  // A client that asks for another version learns which one there is (RFC 6455, section 4.4).
  const version = status === 400 ? ['Sec-WebSocket-Version: 13'] : [];
  socket.on('error', () => socket.destroy());
  // A client that keeps its half of the connection open must not keep the connection here.
  socket.once('finish', () => socket.destroy());
  socket.end(writtenRefusal(refusal, [...retryAfter, ...version]));
}

const CLIENT_PATH = /^\/ws\/client\/?(?:\?.*)?$/;

export function isClientPath(url: string | undefined): boolean {
  return CLIENT_PATH.test(url ?? '');
}

/** better-auth's session cookie; over HTTPS its name begins with `__Secure-`. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?better-auth\.session_token=/;

/** Other cookies of the same host do not matter. */
export function sessionCookieOf(headers: IncomingHttpHeaders): string | null {
  const { cookie } = headers;
  return cookie !== undefined && SESSION_COOKIE.test(cookie) ? cookie : null;
}

/**
 * Browsers send the user's cookie with a socket of another site's page, and CORS does not stop that (RFC
 * 6455, section 10.2). So the page must be our own. A program has no `Origin`, and may send a token alone.
 *
 * `Sec-Fetch-Site` decides if it is there, since pages cannot set it (W3C Fetch Metadata). Otherwise our own
 * origins are that of PUBLIC_BASE_URL, and one whose host is the host that was called: a console may be
 * opened as `127.0.0.1` instead of `localhost`, and no foreign page can have the host that it calls.
 */
export function isOwnPage(headers: IncomingHttpHeaders, publicBaseUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return sessionCookieOf(headers) === null;
  const own = new URL(publicBaseUrl);
  return origin === own.origin || (host !== undefined && origin === `${own.protocol}//${host}`);
}

/** Size of an agent's first frame, in bytes: an auth frame and nothing else. */
export const FIRST_FRAME_BYTES_MAX = 4 * 1024;

/** A frame's header: 2 bytes, 8 of length and 4 of mask (RFC 6455, section 5.2). */
export const FRAME_HEADER_BYTES_MAX = 14;

/** The rest is thrown away, so that ws does not collect a refused connection's frame. */
export function endUnread(stream: Duplex): void {
  stream.removeAllListeners('data');
  stream.resume();
  stream.end();
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Text or binary; undefined if it is larger than an auth frame may be, or no JSON in UTF-8. */
export function smallFrame(data: Buffer): unknown {
  if (data.length > FIRST_FRAME_BYTES_MAX) return undefined;
  try {
    return JSON.parse(UTF8.decode(data));
  } catch {
    return undefined;
  }
}

const SOCKET = Symbol('socket');

/** For the streams that sockets read from. It is told of a chunk before ws is. */
export function streamListener<Socket extends WebSocket>(
  arrived: (socket: Socket, chunk: Buffer) => void,
): (stream: Duplex, socket: Socket) => void {
  function onChunk(this: Duplex & { [SOCKET]?: Socket }, chunk: Buffer): void {
    const socket = this[SOCKET];
    if (socket !== undefined) arrived(socket, chunk);
  }
  return (stream, socket) => {
    Object.assign(stream, { [SOCKET]: socket });
    stream.prependListener('data', onChunk);
  };
}
