import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, types } from 'pg';
import { PrismaClient } from './generated/prisma/client.js';

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

const parserOf: typeof types.getTypeParser = ((oid: number, format?: 'text') =>
  oid === INT8_OID ? Number : (types.getTypeParser(oid, format) as unknown)) as typeof types.getTypeParser;

/** One pool of connections, shared by hand-written statements and by Prisma. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: options.databaseUrl,
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: 5_000,
    // Bounds a statement whose connection has silently died.
    query_timeout: 30_000,
    keepAlive: true,
    // Event numbers and epochs stay far below 2^53.
    types: { getTypeParser: parserOf },
  });
  // Without a listener, a connection that breaks while idle would end the process.
  pool.on('error', (error) => options.onConnectionError?.(error));
  // The pool listens to idle connections alone. One that a transaction holds may break between two statements: then the next statement
  // fails, which is told by its promise.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  let closing: Promise<void> | undefined;
  return {
    pool,
    prisma,
    close: () => (closing ??= prisma.$disconnect().then(() => pool.end())),
  };
}
