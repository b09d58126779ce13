export { readAllInOneConfig } from './env.js';
export type { AllInOneConfig } from './env.js';
export { LocalPostgres } from './postgres/local-postgres.js';
