// Generated from schemas/ by generate.mjs. Do not edit: change the schema and run `pnpm generate`.
import type { Validate } from '../validate.js';
import type * as types from './types.js';
import * as generated from './validators.js';

export const validateDecisionResolvedEvent: Validate<types.DecisionResolvedEvent> =
  generated.validateDecisionResolvedEvent as unknown as Validate<types.DecisionResolvedEvent>;
export const validateRunCancelledEvent: Validate<types.RunCancelledEvent> =
  generated.validateRunCancelledEvent as unknown as Validate<types.RunCancelledEvent>;
export const validateTaskDueEvent: Validate<types.TaskDueEvent> =
  generated.validateTaskDueEvent as unknown as Validate<types.TaskDueEvent>;
export const validateTaskTriggerEvent: Validate<types.TaskTriggerEvent> =
  generated.validateTaskTriggerEvent as unknown as Validate<types.TaskTriggerEvent>;
export const validateUserMessageEvent: Validate<types.UserMessageEvent> =
  generated.validateUserMessageEvent as unknown as Validate<types.UserMessageEvent>;
