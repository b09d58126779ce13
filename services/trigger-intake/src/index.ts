export { composeTriggerIntake } from './compose.js';
export type { TriggerIntakeDependencies } from './compose.js';
export { readTriggerIntakeConfig } from './env.js';
export type { TriggerIntakeConfig, TriggerRateLimitConfig } from './env.js';
