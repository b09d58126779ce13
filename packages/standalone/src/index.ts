export { brokerLogger, composeProcess, rabbitBroker, runStandalone } from './compose-process.js';
export type { Foundation } from './compose-process.js';
