import type {
  AckFrame,
  AgentEvent,
  AuthFrame,
  AuthOkFrame,
  ClientAuthOkFrame,
  ClientChangeFrame,
  ClientStreamFrame,
  ErrorFrame,
  GapFrame,
  MessageAbortFrame,
  MessageAckFrame,
  MessageDeltaFrame,
  MessageEndFrame,
  MessageFrame,
  MessageStartFrame,
} from './generated/types.js';

/** A frame from an agent. */
export type AgentFrame = AuthFrame | MessageFrame | AckFrame | StreamFrame;

/** A frame of a message whose text grows. */
export type StreamFrame = MessageStartFrame | MessageDeltaFrame | MessageEndFrame | MessageAbortFrame;

/** A frame to an agent. */
export type ServerFrame = AuthOkFrame | MessageAckFrame | ErrorFrame | GapFrame | AgentEvent;

/** A frame to the client app. */
export type ClientFrame = ClientAuthOkFrame | ClientChangeFrame | ClientStreamFrame | ErrorFrame;
