import * as generated from './generated/validators.js';
import type * as types from './generated/types.js';
import type { Validate } from './validate.js';

/** The generated code carries no types, so each validator gets the type that was generated from the same schema. */
function typed<T>(validate: unknown): Validate<T> {
  return validate as Validate<T>;
}

export const validateAuthFrame = typed<types.AuthFrame>(generated.validateAuthFrame);
export const validateMessageFrame = typed<types.MessageFrame>(generated.validateMessageFrame);
export const validateTypingFrame = typed<types.TypingFrame>(generated.validateTypingFrame);
export const validateMessageStartFrame = typed<types.MessageStartFrame>(generated.validateMessageStartFrame);
export const validateMessageDeltaFrame = typed<types.MessageDeltaFrame>(generated.validateMessageDeltaFrame);
export const validateMessageEndFrame = typed<types.MessageEndFrame>(generated.validateMessageEndFrame);
export const validateMessageAbortFrame = typed<types.MessageAbortFrame>(generated.validateMessageAbortFrame);
export const validateAuthOkFrame = typed<types.AuthOkFrame>(generated.validateAuthOkFrame);
export const validateGapFrame = typed<types.GapFrame>(generated.validateGapFrame);
export const validateMessageAckFrame = typed<types.MessageAckFrame>(generated.validateMessageAckFrame);
export const validateErrorFrame = typed<types.ErrorFrame>(generated.validateErrorFrame);
export const validateClientAuthFrame = typed<types.ClientAuthFrame>(generated.validateClientAuthFrame);
export const validateClientAuthOkFrame = typed<types.ClientAuthOkFrame>(generated.validateClientAuthOkFrame);
export const validateClientChangeFrame = typed<types.ClientChangeFrame>(generated.validateClientChangeFrame);
export const validateClientStreamFrame = typed<types.ClientStreamFrame>(generated.validateClientStreamFrame);

export const validateAgentEventMessage = typed<types.AgentEventMessage>(generated.validateAgentEventMessage);
export const validateWebhookDueMessage = typed<types.WebhookDueMessage>(generated.validateWebhookDueMessage);
export const validateClientHint = typed<types.ClientHint>(generated.validateClientHint);
