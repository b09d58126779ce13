import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, types } from 'pg';
import type { ClientBase } from 'pg';
import { PrismaClient } from './generated/prisma/client.js';
import { discardUnfit } from './unfit-connections.js';

export interface DatabaseOptions {
  databaseUrl: string;
  /** Connections at most. Default 10. */
  connectionsMax?: number;
  /** How long a statement waits for a lock before it is tried again, in milliseconds. Default 400. */
  lockWaitMs?: number;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onConnectionError?: (error: Error) => void;
}

export interface Database {
  pool: Pool;
  prisma: PrismaClient;
  close: () => Promise<void>;
}

const INT8_OID = 20;
/** How long anybody waits for a connection, in milliseconds. */
const CONNECTION_WAIT_MS_MAX = 5_000;

/** How long a statement may take, and how long its answer may be on its way, in milliseconds. The server gives up first, so that none goes on unseen. */
const STATEMENT_MS_MAX = 10_000;
const ANSWER_MS_MAX = 12_000;
const TRANSACTION_MS_MAX = 30_000;

/** A lock that is not granted by then costs its caller a retry, and nobody else anything ({@link lanesOf}), in milliseconds. */
const LOCK_WAIT_MS_MAX = 400;

/**
 * What every connection is told, in milliseconds and, with `tcp_keepalives`, seconds. Locks of a process that hangs, or whose host has vanished,
 * are free again after these. Told by a statement, because proxies in front of PostgreSQL refuse them among the parameters of a connection.
 */
function settings(lockWaitMs: number): string {
  return `
    SET lock_timeout = ${lockWaitMs}; SET statement_timeout = ${STATEMENT_MS_MAX}; SET idle_in_transaction_session_timeout = 30000;
    SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET tcp_user_timeout = 20000`;
}

const parserOf: typeof types.getTypeParser = ((oid: number, format?: 'text') =>
  oid === INT8_OID ? Number : (types.getTypeParser(oid, format) as unknown)) as typeof types.getTypeParser;

/** One pool of connections, shared by hand-written statements and by Prisma. */
export function openDatabase(options: DatabaseOptions): Database {
  // The pool waits for what is returned, which its types do not say.
  const tell = (client: ClientBase): unknown =>
    client.query(settings(options.lockWaitMs ?? LOCK_WAIT_MS_MAX));
  const pool = new Pool({
    connectionString: options.databaseUrl,
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: CONNECTION_WAIT_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    onConnect: tell,
    // Event numbers and epochs stay far below 2^53.
    types: { getTypeParser: parserOf },
  });
  // Without a listener, a connection that breaks while idle would end the process.
  pool.on('error', (error) => options.onConnectionError?.(error));
  // The pool listens to idle connections alone. One that a transaction holds may break between two statements: then the next statement
  // fails, which is told by its promise.
  pool.on('connect', (client) => client.on('error', () => undefined));
  discardUnfit(pool);
  // Prisma's own limits, 2 s and 5 s, are shorter: on a busy machine a sign-up ran into them, and its caller was told that nobody can be
  // signed up.
  const transactionOptions = { maxWait: CONNECTION_WAIT_MS_MAX, timeout: TRANSACTION_MS_MAX };
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions });
  let closing: Promise<void> | undefined;
  return {
    pool,
    prisma,
    close: () => (closing ??= prisma.$disconnect().then(() => pool.end())),
  };
}
