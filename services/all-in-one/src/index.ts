export { readAllInOneConfig } from './env.js';
export { LocalPostgres } from './postgres/local-postgres.js';
