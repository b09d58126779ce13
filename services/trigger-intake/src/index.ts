export { composeTriggerIntake } from './compose.js';
export type { TriggerIntakeDependencies } from './compose.js';
