export {
  BrokerUnavailableError,
  InstallationConflictError,
  PublishRefusedError,
  saysBrokerIsAway,
} from './broker.js';
export type {
  Broker,
  BrokerStats,
  ConsumeOptions,
  Consumer,
  Delivery,
  Handler,
  HeldUp,
  Outcome,
  Poison,
  PoisonReason,
} from './broker.js';
export { RabbitDeadLetters } from './brokers/rabbit-dead-letters.js';
export type { DeadLetter } from './dead-letter.js';
export { MemoryBroker } from './brokers/memory.js';
export { RabbitBroker } from './brokers/rabbit.js';
export type { BrokerLogger, BrokerOptions, MemoryBrokerOptions, RabbitBrokerOptions } from './options.js';
