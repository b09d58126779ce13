export { composeWebsocketHub, createWebsocketHub } from './compose.js';
export { readWebsocketHubConfig } from './env.js';
export { HUB_LIMITS } from './limits.js';
