export { LocalPostgres } from './local-postgres.js';
export type { LocalPostgresOptions } from './local-postgres.js';
