import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a caller that has its answer may still send, in milliseconds. */
const LINGER_MS = 3_000;

/**
 * Writes the whole answer, whether or not the request's body has arrived, and ends the exchange when the body has arrived.
 *
 * If a connection is closed with unread data in it, it is reset (RFC 9112 section 9.6), and a reset may overtake the answer. A caller or a
 * proxy that is still sending would see a broken connection instead. So the rest of the body is read and thrown away for a while. After
 * that time the connection is cut off, so that a slow caller does not hold it open.
 *
 * The answer's `Content-Length` has to be set.
 */
export function answerEarly(request: IncomingMessage, response: ServerResponse, body: string): void {
  if (request.complete || request.destroyed) {
    response.end(body);
    return;
  }
  response.write(body);
  const deadline = setTimeout(() => {
    response.end(() => request.socket.destroy());
  }, LINGER_MS);
  const finish = (): void => {
    clearTimeout(deadline);
    response.end();
  };
  request.once('end', finish);
  response.once('close', () => clearTimeout(deadline));
  request.resume();
}
