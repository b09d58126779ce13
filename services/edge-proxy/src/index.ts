export { amqpAnswers, ensureDatabase, LOCAL_RABBIT_URL } from './configuration.js';
export { readProcessGroupConfig, serviceEnvironment } from './configuration.js';
export { createProcessGroup } from './process-group.js';
export { routeByPath } from './edge-proxy.js';
