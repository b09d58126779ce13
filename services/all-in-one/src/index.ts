export { composeAllInOne } from './compose.js';
export type { AllInOne } from './compose.js';
export { readAllInOneConfig } from './env.js';
export type { AllInOneConfig } from './env.js';
export { LocalPostgres } from './postgres/local-postgres.js';
