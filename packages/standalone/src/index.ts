export {
  announcingService,
  brokerLogger,
  brokerService,
  infrastructureChecks,
  registerBrokerMetrics,
  storeService,
} from './infrastructure.js';
export { processListener } from './listener.js';
export { runStandalone } from './run-standalone.js';
export type { Foundation } from './run-standalone.js';
