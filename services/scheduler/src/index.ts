export { composeScheduler } from './compose.js';
export { readSchedulerConfig } from './env.js';
