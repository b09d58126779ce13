/**
 * Codes with which an agent's socket is closed. 4001, 4003 and 4004 are the specification's ("Errors");
 * 1008, 1009 and 1012 are registered ones (policy violation, message too big, service restart); the other 4xxx are our own.
 */
export const CLOSE_CODES = {
  /** The hub is being stopped, or has missed changes. Connect again. */
  draining: 1012,
  /** More than ten sockets of one agent, or twenty of one user: the oldest is closed. */
  tooManySockets: 1008,
  /** A frame is larger than 8 MiB, of the client app than 4 KiB. */
  messageTooBig: 1009,
  /** The first frame is no valid `auth` frame of at most 4 KiB, or none came within 10 s. */
  notAuthenticated: 4001,
  /** The secret or key is wrong, path and frame name different agents, or the client app's session does not exist. */
  invalidSecret: 4003,
  /** There is no agent with this id. */
  agentNotFound: 4004,
  /** Frames or their bytes came faster than the limits allow. */
  tooManyFrames: 4008,
  /** A ping was not answered within 10 s. */
  unresponsive: 4009,
  /** The secret, key or session has ended, or the agent was deleted. */
  credentialsRevoked: 4010,
  /** The key does not have the scope `events`. */
  scopeMissing: 4011,
} as const;

export type CloseReason = keyof typeof CLOSE_CODES;
