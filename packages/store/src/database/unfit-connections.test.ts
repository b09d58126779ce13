import { Client } from 'pg';
import { openDatabase } from './database.js';
import type { Database } from './database.js';
import { createScratchDatabase } from './scratch-database.js';
import type { ScratchDatabase } from './scratch-database.js';
import { TEST_SERVER_URL } from './scratch.suite.js';
import { transaction } from './transaction.js';

let scratch: ScratchDatabase;
let admin: Client;
let database: Database;

beforeEach(async () => {
  scratch = await createScratchDatabase(TEST_SERVER_URL);
  admin = new Client({ connectionString: scratch.databaseUrl });
  await admin.connect();
  database = openDatabase({ databaseUrl: scratch.databaseUrl, connectionsMax: 3 });
});
afterEach(async () => {
  await database.close();
  await admin.end();
  await scratch.drop();
});

/** As after a failover: what is open stays as it was, what is opened from now on is as told. */
async function databaseTakesWrites(takesWrites: boolean): Promise<void> {
  const name = new URL(scratch.databaseUrl).pathname.slice(1);
  await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${!takesWrites}`);
}

async function openedConnections(count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => database.pool.connect()));
  for (const client of clients) client.release();
}

let added = 0;
const user = () => {
  added += 1;
  return { id: `user_${added}`, name: 'Ursula', email: `user_${added}@example.org` };
};

const addInTransaction = () => database.prisma.$transaction((client) => client.user.create({ data: user() }));
const rename = () => transaction(database.pool, (client) => client.query(`UPDATE "user" SET name = 'Ada'`));

const writes: [string, () => Promise<unknown>][] = [
  ['a statement of Prisma’s', () => database.prisma.user.create({ data: user() })],
  ['a transaction of Prisma’s', addInTransaction],
  ['a transaction written by hand', rename],
];

describe('connections to a database that takes no writes', () => {
  it.each(writes)('are replaced after one has refused %s', async (_form, write) => {
    await databaseTakesWrites(false);
    await openedConnections(3);
    await databaseTakesWrites(true);
    await expect(write()).rejects.toThrow(/read-only/);
    // As many as there were, so that each would be met again.
    for (let place = 0; place < 3; place += 1) await write();
    expect(database.pool.totalCount).toBeGreaterThan(0);
  });

  it('are replaced when they are given back, if they were in use meanwhile', async () => {
    await databaseTakesWrites(false);
    const inUse = await database.pool.connect();
    await databaseTakesWrites(true);
    await databaseTakesWrites(false);
    const other = database.prisma.user.create({ data: user() });
    await expect(other).rejects.toThrow(/read-only/);
    await databaseTakesWrites(true);
    inUse.release();
    await addInTransaction();
  });
});

it('a connection that the server has ended fails one transaction of Prisma’s, and is replaced', async () => {
  const ended = database.prisma.$transaction(async (client) => {
    const [row] = await client.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await admin.query('SELECT pg_terminate_backend($1, 10000)', [row?.pid]);
    await client.user.create({ data: user() });
  });
  await expect(ended).rejects.toThrow();
  await openedConnections(3);
  for (const [, write] of writes) await write();
});
