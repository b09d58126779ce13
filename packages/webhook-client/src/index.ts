export { WebhookClient } from './webhook-client.js';
export type { RequestResult, WebhookRequest } from './webhook-client.js';
export { createWebhookGuard } from './webhook-guard.js';
export type { WebhookGuard } from './webhook-guard.js';
export { webhookHeaders } from './webhook-headers.js';
export type { SignedDelivery } from './webhook-headers.js';
