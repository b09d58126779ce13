export { InstallationConflictError } from './broker.js';
export type { Broker, Consumer, Outcome } from './broker.js';
export { MemoryBroker } from './brokers/memory.js';
export { RabbitBroker } from './brokers/rabbit.js';
