export { BrokerUnavailableError, InstallationConflictError, PublishRefusedError } from './broker.js';
export type { Broker, BrokerStats, ConsumeOptions, Consumer, Handler, Outcome } from './broker.js';
export { MemoryBroker } from './brokers/memory.js';
export { RabbitBroker } from './brokers/rabbit.js';
export type { BrokerLogger, BrokerOptions, RabbitBrokerOptions } from './options.js';
