import { CLOSE_CODES } from '@svc/domain';
import type { CloseReason } from '@svc/domain';
import type { WebSocket } from 'ws';

/** A close frame has room for so many bytes of text (RFC 6455, section 5.5). */
const TEXT_LENGTH_MAX = 123;

/**
 * Starts the closing handshake with the reason's code.
 *
 * @param detail what exactly is wrong, in ASCII. Default: the reason alone.
 */
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
