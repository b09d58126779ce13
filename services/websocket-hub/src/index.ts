export { composeWebsocketHub } from './compose.js';
export type { WebsocketHubDependencies } from './compose.js';
export { readWebsocketHubConfig } from './env.js';
export type { WebsocketHubConfig } from './env.js';
export { HUB_LIMITS } from './limits.js';
export type { HubLimits } from './limits.js';
