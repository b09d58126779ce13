export type * from './generated/types.js';
export * from './generated/event-validators.js';
export { fieldErrorsOf } from './validate.js';
export type { FieldError, SchemaError, Validate } from './validate.js';
export {
  validateAckFrame,
  validateAgentEventMessage,
  validateAuthFrame,
  validateAuthOkFrame,
  validateClientAuthFrame,
  validateClientAuthOkFrame,
  validateClientChangeFrame,
  validateClientHint,
  validateClientStreamFrame,
  validateErrorFrame,
  validateGapFrame,
  validateMessageAbortFrame,
  validateMessageAckFrame,
  validateMessageDeltaFrame,
  validateMessageEndFrame,
  validateMessageFrame,
  validateMessageStartFrame,
  validateTypingFrame,
} from './validators.js';
export {
  CLIENT_EVENTS,
  DEAD_LETTERS_QUEUE,
  EXCHANGES,
  FIXED_QUEUES,
  hubQueue,
  toClients,
  toHub,
  toWebhookDue,
  toWebhookWait,
  WEBHOOK_DUE_QUEUE,
  webhookWaitQueue,
} from './topology.js';
export type { Address, ExchangeDescriptor, QueueDescriptor } from './topology.js';
