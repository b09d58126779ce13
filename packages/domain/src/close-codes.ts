/**
 * Codes with which an agent's socket is closed. 4001, 4003 and 4004 are the specification's ("Errors");
 * 1008, 1009 and 1012 are registered ones (policy violation, message too big, service restart); the other 4xxx are our own.
 */
export const CLOSE_CODES = {
  draining: 1012,
  tooManySockets: 1008,
  messageTooBig: 1009,
  notAuthenticated: 4001,
  invalidSecret: 4003,
  agentNotFound: 4004,
  tooManyFrames: 4008,
  unresponsive: 4009,
  credentialsRevoked: 4010,
  scopeMissing: 4011,
} as const;

export type CloseReason = keyof typeof CLOSE_CODES;
