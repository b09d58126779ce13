import { PrismaPg } from '@prisma/adapter-pg';
import { types } from 'pg';
import type { ClientBase, Pool } from 'pg';
import { PrismaClient } from '../generated/prisma/client.js';
import { discardUnfit } from './unfit-connections.js';
import { JoiningPool } from './transaction.js';

export interface DatabaseOptions {
  databaseUrl: string;
  /** Connections at most. Default 10. */
  connectionsMax?: number;
  /** Default 2,000. */
  lockWaitMs?: number;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onConnectionError?: (error: Error) => void;
}

export interface Database {
  pool: Pool;
  /** For statements that must not wait behind anything else of this process. */
  urgent: Pool;
  prisma: PrismaClient;
  close: () => Promise<void>;
}

const INT8_OID = 20;
const CONNECTION_WAIT_MS_MAX = 5_000;

/** Twice as long as it waits for a lock. Its answer may take longer, so that no statement goes on unseen. */
const STATEMENT_MS_MAX = 4_000;
const ANSWER_AFTER_MS_MAX = 1_000;
const TRANSACTION_MS_MAX = 30_000;

/** After that it is done once more, without those of others: see `Batcher` and `Bulkhead`. */
const LOCK_WAIT_MS_MAX = 2_000;

/**
 * In milliseconds; `tcp_keepalives` in seconds. After these times the locks of a process that hangs, or whose
 * host has vanished, are free again. A statement sets them, because proxies in front of PostgreSQL refuse
 * them among the parameters of a connection.
 *
 * PostgreSQL keeps the plan of a statement. Planned while a table is empty, it would read all of it, and go on
 * so until the next ANALYZE, however fast the table fills. So a table is read by an index where there is one;
 * the rest seems so dear to PostgreSQL then that it would compile each plan first.
 */
function settings({ lockWaitMs, statementMs }: { lockWaitMs: number; statementMs: number }): string {
  return `
    SET enable_seqscan = off; SET jit = off;
    SET lock_timeout = ${lockWaitMs}; SET statement_timeout = ${statementMs}; SET idle_in_transaction_session_timeout = 30000;
    SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET tcp_user_timeout = 20000`;
}

const parserOf: typeof types.getTypeParser = ((oid: number, format?: 'text') =>
  oid === INT8_OID ? Number : (types.getTypeParser(oid, format) as unknown)) as typeof types.getTypeParser;

/** A statement whose answer does not come keeps its connection for seconds; another may try meanwhile. */
const URGENT_CONNECTIONS_MAX = 2;

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options, options.connectionsMax ?? 10);
  const urgent = openPool(options, URGENT_CONNECTIONS_MAX);
  // Prisma's own limits, 2 s and 5 s, are too short for a sign-up on a busy machine.
  const transactionOptions = { maxWait: CONNECTION_WAIT_MS_MAX, timeout: TRANSACTION_MS_MAX };
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions });
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await prisma.$disconnect();
    await Promise.all([pool.end(), urgent.end()]);
  };
  return { pool, urgent, prisma, close: () => (closing ??= close()) };
}

function openPool(options: DatabaseOptions, max: number): Pool {
  const { lockWaitMs = LOCK_WAIT_MS_MAX } = options;
  const statementMs = Math.max(STATEMENT_MS_MAX, 2 * lockWaitMs);
  // The pool waits for what is returned, though its types do not say so.
  const tell = (client: ClientBase): unknown => client.query(settings({ lockWaitMs, statementMs }));
  const pool = new JoiningPool({
    connectionString: options.databaseUrl,
    max,
    connectionTimeoutMillis: CONNECTION_WAIT_MS_MAX,
    query_timeout: statementMs + ANSWER_AFTER_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    onConnect: tell,
    // Event numbers and epochs stay far below 2^53.
    types: { getTypeParser: parserOf },
  });
  // Without a listener, a connection that breaks while idle would end the process.
  pool.on('error', (error) => options.onConnectionError?.(error));
  // The pool listens only to idle connections. If one in use breaks, its next statement fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  discardUnfit(pool);
  return pool;
}
