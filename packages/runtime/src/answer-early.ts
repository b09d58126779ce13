import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a caller that has its answer may go on sending, in milliseconds. */
const LINGER_MS = 3_000;

/**
 * Writes the whole answer, whether or not the request's body has arrived, and ends the exchange when it has.
 *
 * To close a connection with unread data in it is to reset it (RFC 9112 section 9.6), and a reset may overtake the answer: a caller or a
 * proxy that is still sending would see a broken connection instead. So what comes is read and thrown away for a while first. A
 * caller that is still not at its end then is cut off, so that its connection is not held open.
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
