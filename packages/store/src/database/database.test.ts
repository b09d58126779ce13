/** @waits-for-real-time A limit of Prisma's has to pass. */
import { openDatabase } from './database.js';
import type { Database } from './database.js';
import { useScratchDatabase } from './scratch.suite.js';

const scratch = useScratchDatabase();
/** Prisma's default for the wait, plus a little, in milliseconds. */
const BUSY_MS = 2_200;

let database: Database;
afterEach(() => database.close());
const open = (connectionsMax: number) => openDatabase({ databaseUrl: scratch.databaseUrl, connectionsMax });

it('A connection that breaks in a transaction fails its next statement, not the process, and is replaced', async () => {
  database = open(2);
  const client = await database.pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  // No listener for the error itself: without one of the pool's, it would end the process.
  const broken = new Promise<void>((resolve) => client.once('end', resolve));
  await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await broken;
  await expect(client.query('COMMIT')).rejects.toThrow();
  client.release();
  const one = await database.pool.query('SELECT 1 AS one');
  expect(one.rows).toEqual([{ one: 1 }]);
});

it('A transaction on a busy database waits for a connection as long as everyone else does', async () => {
  database = open(1);
  const client = await database.pool.connect();
  const counted = database.prisma.$transaction((transaction) => transaction.agent.count());
  // The one connection is given back only after that limit: the database itself keeps the time.
  await client.query(`SELECT pg_sleep(${BUSY_MS / 1_000})`);
  client.release();
  expect(await counted).toBe(0);
});
