import type {
  AgentEvent,
  AuthFrame,
  AuthOkFrame,
  ClientAuthOkFrame,
  ClientChangeFrame,
  ErrorFrame,
  MessageAckFrame,
  MessageFrame,
} from './generated/types.js';

/** A frame from an agent. */
export type AgentFrame = AuthFrame | MessageFrame;

/** A frame to an agent. */
export type ServerFrame = AuthOkFrame | MessageAckFrame | ErrorFrame | AgentEvent;

/** A frame to the client app. */
export type ClientFrame = ClientAuthOkFrame | ClientChangeFrame | ErrorFrame;
