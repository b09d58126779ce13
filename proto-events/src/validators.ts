import * as generated from './generated/validators.js';
import type * as types from './generated/types.js';
import type { Validate } from './validate.js';

function typed<T>(validate: unknown): Validate<T> {
  return validate as Validate<T>;
}

/** Null for an optional field is as good as leaving it out: the frame loses it. No frame has null values. */
function fromOutside<T>(generatedValidator: unknown): Validate<T> {
  const validateRest = typed<T>(generatedValidator);
  const validate: Validate<T> = (frame): frame is T => {
    removeNulls(frame, FRAME_DEPTH_MAX);
    const isValid = validateRest(frame);
    validate.errors = validateRest.errors ?? null;
    return isValid;
  };
  return validate;
}

/** No frame that is valid nests deeper. */
const FRAME_DEPTH_MAX = 8;

function removeNulls(value: unknown, depthLeft: number): void {
  if (typeof value !== 'object' || value === null || depthLeft === 0) return;
  if (Array.isArray(value)) return value.forEach((item) => removeNulls(item, depthLeft - 1));
  const fields = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(fields)) {
    if (member === null) delete fields[name];
    else removeNulls(member, depthLeft - 1);
  }
}

export const validateAuthFrame = fromOutside<types.AuthFrame>(generated.validateAuthFrame);
export const validateMessageFrame = fromOutside<types.MessageFrame>(generated.validateMessageFrame);
export const validateTypingFrame = fromOutside<types.TypingFrame>(generated.validateTypingFrame);
export const validateAckFrame = fromOutside<types.AckFrame>(generated.validateAckFrame);
export const validateMessageStartFrame = fromOutside<types.MessageStartFrame>(
  generated.validateMessageStartFrame,
);
export const validateMessageDeltaFrame = fromOutside<types.MessageDeltaFrame>(
  generated.validateMessageDeltaFrame,
);
export const validateMessageEndFrame = fromOutside<types.MessageEndFrame>(generated.validateMessageEndFrame);
export const validateMessageAbortFrame = fromOutside<types.MessageAbortFrame>(
  generated.validateMessageAbortFrame,
);
export const validateAuthOkFrame = typed<types.AuthOkFrame>(generated.validateAuthOkFrame);
export const validateGapFrame = typed<types.GapFrame>(generated.validateGapFrame);
export const validateMessageAckFrame = typed<types.MessageAckFrame>(generated.validateMessageAckFrame);
export const validateErrorFrame = typed<types.ErrorFrame>(generated.validateErrorFrame);
export const validateClientAuthFrame = fromOutside<types.ClientAuthFrame>(generated.validateClientAuthFrame);
export const validateClientAuthOkFrame = typed<types.ClientAuthOkFrame>(generated.validateClientAuthOkFrame);
export const validateClientChangeFrame = typed<types.ClientChangeFrame>(generated.validateClientChangeFrame);
export const validateClientStreamFrame = typed<types.ClientStreamFrame>(generated.validateClientStreamFrame);

export const validateAgentEventMessage = typed<types.AgentEventMessage>(generated.validateAgentEventMessage);
export const validateClientHint = typed<types.ClientHint>(generated.validateClientHint);
