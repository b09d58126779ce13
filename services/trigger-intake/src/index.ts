export { composeTriggerIntake } from './compose.js';
export { readTriggerIntakeConfig } from './env.js';
