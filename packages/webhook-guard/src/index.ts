export type { ResolveHost } from './resolve-host.js';
export { createWebhookGuard, WebhookAddressError } from './webhook-guard.js';
export type { WebhookGuard, WebhookGuardOptions } from './webhook-guard.js';
