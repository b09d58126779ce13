export { composeWebhookDispatcher } from './compose.js';
export { readWebhookDispatcherConfig } from './env.js';
