export { composeProcess, rabbitBroker } from './compose-process.js';
export type { Foundation } from './compose-process.js';
export { brokerLogger } from './infrastructure.js';
export { runStandalone } from './run-standalone.js';
