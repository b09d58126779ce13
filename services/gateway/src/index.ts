export { composeGateway } from './compose.js';
export type { GatewayDependencies } from './compose.js';
export { readGatewayConfig } from './env.js';
export type { GatewayConfig } from './env.js';
export { consoleFolder, docsSiteFolder } from './sites.js';
