export {
  BrokerUnavailableError,
  InstallationConflictError,
  PublishRefusedError,
  saysBrokerIsAway,
} from './broker.js';
export type { Broker, BrokerStats, ConsumeOptions, Consumer, Delivery, Handler, Outcome } from './broker.js';
export { MemoryBroker } from './brokers/memory.js';
export { RabbitBroker } from './brokers/rabbit.js';
export type { BrokerLogger, BrokerOptions, MemoryBrokerOptions, RabbitBrokerOptions } from './options.js';
