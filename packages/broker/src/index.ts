export { BrokerUnavailableError, InstallationConflictError, PublishRefusedError } from './broker.js';
export type {
  Broker,
  BrokerLogger,
  BrokerStats,
  ConsumeOptions,
  Consumer,
  Handler,
  Outcome,
} from './broker.js';
export { MemoryBroker } from './brokers/memory.js';
export { RabbitBroker } from './brokers/rabbit.js';
export type { RabbitBrokerOptions } from './brokers/rabbit.js';
