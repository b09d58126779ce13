// Generated from schemas/ by generate.mjs. Do not edit: change the schema and run `pnpm generate`.
import { fromOutside, typed } from '../validate.js';
import type * as types from './types.js';
import * as generated from './validators.js';

export const validateAgentEventMessage = typed<types.AgentEventMessage>(generated.validateAgentEventMessage);
export const validateClientHint = typed<types.ClientHint>(generated.validateClientHint);
export const validateDecisionResolvedEvent = typed<types.DecisionResolvedEvent>(generated.validateDecisionResolvedEvent);
export const validateRunCancelledEvent = typed<types.RunCancelledEvent>(generated.validateRunCancelledEvent);
export const validateTaskDueEvent = typed<types.TaskDueEvent>(generated.validateTaskDueEvent);
export const validateTaskTriggerEvent = typed<types.TaskTriggerEvent>(generated.validateTaskTriggerEvent);
export const validateUserMessageEvent = typed<types.UserMessageEvent>(generated.validateUserMessageEvent);
export const validateAckFrame = fromOutside<types.AckFrame>(generated.validateAckFrame);
export const validateAuthOkFrame = fromOutside<types.AuthOkFrame>(generated.validateAuthOkFrame);
export const validateAuthFrame = fromOutside<types.AuthFrame>(generated.validateAuthFrame);
export const validateClientAuthOkFrame = fromOutside<types.ClientAuthOkFrame>(generated.validateClientAuthOkFrame);
export const validateClientAuthFrame = fromOutside<types.ClientAuthFrame>(generated.validateClientAuthFrame);
export const validateClientChangeFrame = fromOutside<types.ClientChangeFrame>(generated.validateClientChangeFrame);
export const validateClientStreamFrame = fromOutside<types.ClientStreamFrame>(generated.validateClientStreamFrame);
export const validateErrorFrame = fromOutside<types.ErrorFrame>(generated.validateErrorFrame);
export const validateGapFrame = fromOutside<types.GapFrame>(generated.validateGapFrame);
export const validateMessageAbortFrame = fromOutside<types.MessageAbortFrame>(generated.validateMessageAbortFrame);
export const validateMessageAckFrame = fromOutside<types.MessageAckFrame>(generated.validateMessageAckFrame);
export const validateMessageDeltaFrame = fromOutside<types.MessageDeltaFrame>(generated.validateMessageDeltaFrame);
export const validateMessageEndFrame = fromOutside<types.MessageEndFrame>(generated.validateMessageEndFrame);
export const validateMessageStartFrame = fromOutside<types.MessageStartFrame>(generated.validateMessageStartFrame);
export const validateMessageFrame = fromOutside<types.MessageFrame>(generated.validateMessageFrame);
export const validateTypingFrame = fromOutside<types.TypingFrame>(generated.validateTypingFrame);
