export { composeScheduler } from './compose.js';
export type { SchedulerDependencies } from './compose.js';
