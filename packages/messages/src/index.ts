export type { AgentMessage } from './agent-message.js';
export { createMessages } from './messages.js';
export type { AcceptedMessage, Messages, MessagesDependencies } from './messages.js';
export type { UserMessage } from './user-message.js';
