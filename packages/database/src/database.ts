import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, types } from 'pg';
import { PrismaClient } from './generated/prisma/client.js';
import { discardUnfit } from './unfit-connections.js';

export interface DatabaseOptions {
  databaseUrl: string;
  /** Connections at most. Default 10. */
  connectionsMax?: number;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onConnectionError?: (error: Error) => void;
}

export interface Database {
  pool: Pool;
  prisma: PrismaClient;
  close: () => Promise<void>;
}

const INT8_OID = 20;
/** How long anybody waits for a connection, and for a statement whose connection has silently died, in milliseconds. */
const CONNECTION_WAIT_MS_MAX = 5_000;
const STATEMENT_MS_MAX = 30_000;

const parserOf: typeof types.getTypeParser = ((oid: number, format?: 'text') =>
  oid === INT8_OID ? Number : (types.getTypeParser(oid, format) as unknown)) as typeof types.getTypeParser;

/** One pool of connections, shared by hand-written statements and by Prisma. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: options.databaseUrl,
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: CONNECTION_WAIT_MS_MAX,
    query_timeout: STATEMENT_MS_MAX,
    keepAlive: true,
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
  const transactionOptions = { maxWait: CONNECTION_WAIT_MS_MAX, timeout: STATEMENT_MS_MAX };
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions });
  let closing: Promise<void> | undefined;
  return {
    pool,
    prisma,
    close: () => (closing ??= prisma.$disconnect().then(() => pool.end())),
  };
}
