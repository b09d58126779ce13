export { WebhookClient } from './webhook-client.js';
export type { RequestResult, WebhookRequest } from './webhook-client.js';
export { webhookHeaders } from './webhook-headers.js';
export type { SignedDelivery } from './webhook-headers.js';
