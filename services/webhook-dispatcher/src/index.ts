export { composeWebhookDispatcher } from './compose.js';
export type { WebhookDispatcherDependencies } from './compose.js';
export { readWebhookDispatcherConfig } from './env.js';
export type { WebhookDispatcherConfig } from './env.js';
