import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERROR_CODES } from '@svc/domain';

/**
 * Answers input that is not a complete request: malformed HTTP 400, headers too large 431, too slow 408. The socket may be in any state, so
 * the answer is written by hand and the connection closed.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  const ongoing = (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage;
  if (error.code === 'ECONNRESET' || !socket.writable || ongoing?.headersSent === true) {
    socket.destroy();
    return;
  }
  const { status, detail } = refusalOf(error.code);
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Two readers of such a request may take it for two sites, so it must be refused (RFC 9112, section 3.2). Node passes over the second header. */
export function hasTwoHosts(request: IncomingMessage): boolean {
  return (request.headersDistinct['host'] ?? []).length > 1;
}

/** Answers a request as {@link answerClientError} does, in its place behind those that came before it on its connection. */
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
