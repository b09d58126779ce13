import { CLOSE_CODES } from '@svc/domain';
import type { CloseReason } from '@svc/domain';
import type { WebSocket } from 'ws';

/** Starts the closing handshake with the reason's code. */
export function closeSocket(socket: WebSocket, reason: CloseReason): void {
  // A paused socket would not see the other side's own close frame.
  if (socket.isPaused) socket.resume();
  socket.close(CLOSE_CODES[reason], CLOSE_TEXT[reason]);
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
