export { brokerLogger, composeProcess, rabbitBroker } from './compose-process.js';
export type { Foundation } from './compose-process.js';
export { runStandalone } from './compose-process.js';
