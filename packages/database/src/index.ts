export { Batcher } from './batcher.js';
export { bulkheadOf, withBulkhead } from './bulkhead.js';
export { openDatabase } from './database.js';
export type { DatabaseOptions } from './database.js';
export { retryingDeadlocks } from './deadlock.js';
export type { Agent, Decision, Event, Message, PrismaClient } from './generated/prisma/client.js';
export { migrate, OtherVersionError } from './migrate.js';
export {
  createScratchDatabase,
  createScratchTemplate,
  dropScratchDatabases,
  serverOfRun,
} from './scratch-database.js';
export type { ScratchDatabase } from './scratch-database.js';
export { isDataRefused } from './refused-data.js';
export * as sql from './statements/generated/index.js';
export { rows } from './statements/statement.js';
export type { Statement } from './statements/statement.js';
export { transaction } from './transaction.js';
export { afterCommit, inUnitOfWork } from './unit-of-work.js';
