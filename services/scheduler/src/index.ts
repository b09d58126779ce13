export { composeScheduler } from './compose.js';
export type { SchedulerDependencies } from './compose.js';
export { readSchedulerConfig } from './env.js';
export type { SchedulerConfig } from './env.js';
