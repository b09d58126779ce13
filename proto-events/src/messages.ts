import type {
  AuthFrame,
  AuthOkFrame,
  ClientAuthOkFrame,
  ClientChangeFrame,
  DecisionResolvedEvent,
  ErrorFrame,
  MessageAckFrame,
  MessageFrame,
  TaskDueEvent,
  TaskTriggerEvent,
  UserMessageEvent,
} from './generated/types.js';

/** An event, as it reaches an agent over its socket or its webhook. */
export type AgentEvent = UserMessageEvent | DecisionResolvedEvent | TaskDueEvent | TaskTriggerEvent;

/** A frame from an agent. */
export type AgentFrame = AuthFrame | MessageFrame;

/** A frame to an agent. */
export type ServerFrame = AuthOkFrame | MessageAckFrame | ErrorFrame | AgentEvent;

/** A frame to the client app. */
export type ClientFrame = ClientAuthOkFrame | ClientChangeFrame | ErrorFrame;
