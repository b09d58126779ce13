import { createScratchDatabase } from '@svc/store';
import type { ScratchDatabase } from '@svc/store';
import { eventually } from '@svc/testkit';
import { Client } from 'pg';
import { DatabaseClock } from './database-clock.js';

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const START_MS = Date.parse('2001-02-03T04:05:06Z');
const DAY_MS = 86_400_000;

let database: ScratchDatabase;
let clock: DatabaseClock;
let product: Client;
beforeAll(async () => {
  database = await createScratchDatabase(SERVER_URL);
  clock = await DatabaseClock.install(database.databaseUrl, START_MS);
  product = await connected();
});
afterAll(async () => {
  await product.end();
  await clock.close();
  await database.drop();
});

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: database.databaseUrl });
  await client.connect();
  return client;
}

const one = async (sql: string): Promise<unknown> =>
  Object.values((await product.query(sql)).rows[0] as object)[0];

it('every way in which a statement asks for the time tells the moved one, also the defaults of columns', async () => {
  const times = 'now(), clock_timestamp(), statement_timestamp(), transaction_timestamp()';
  const days = () => one(`SELECT array_agg(DISTINCT t::date::text) FROM unnest(ARRAY[${times}]) t`);
  expect(await days()).toEqual(['2001-02-03']);
  await clock.moveTo(START_MS + 30 * DAY_MS);
  expect(await days()).toEqual(['2001-03-05']);
  await product.query(
    `INSERT INTO "user" (id, name, email, updated_at) VALUES ('u', 'Ursula', 'u@example.org', now())`,
  );
  expect(await one(`SELECT created_at::date::text FROM "user"`)).toBe('2001-03-05');
  const left = `SELECT count(*)::int FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
    AND column_default ~* 'current_timestamp|pg_catalog'`;
  expect(await one(left)).toBe(0);
});

it('it never goes back, and tables are made where they were made before', async () => {
  const ahead = await clock.moveTo(START_MS + 60 * DAY_MS);
  expect(await clock.moveTo(START_MS)).toBe(ahead);
  await product.query('CREATE TABLE made_meanwhile ()');
  expect(await one(`SELECT schemaname FROM pg_tables WHERE tablename = 'made_meanwhile'`)).toBe('public');
});

it('the beats of a hub and a lease in hand move along, so that nothing that is alive looks dead', async () => {
  await product.query(`
    INSERT INTO "user" (id, name, email, updated_at) VALUES ('o', 'Olga', 'o@example.org', now());
    INSERT INTO hub (slot, epoch, heartbeat_at) VALUES ('s', 1, now());
    INSERT INTO agent (id, owner_id, agent_name, kind, secret_sealed, secret_hash) VALUES ('here', 'o', 'A', 'interactive', '', 'x'), ('gone', 'o', 'B', 'interactive', '', 'y');
    INSERT INTO agent_session (id, agent_id, slot, epoch) VALUES ('n', 'here', 's', 1);
    INSERT INTO task_run (id, agent_id, status, origin, lease_until, due_at)
      SELECT id || '-run', id, 'running', 'manual', now() + interval '1 minute', now() + interval '1 minute' FROM agent`);
  const now = await clock.nowMs();
  await clock.moveTo(now + DAY_MS);
  expect(await one(`SELECT heartbeat_at > now() - interval '10 seconds' FROM hub`)).toBe(true);
  const alive = `SELECT array_agg(id) FROM task_run WHERE lease_until > now() AND due_at > now()`;
  expect(await one(alive)).toEqual(['here-run']);
});

it('what has read the time before it moves is written before, so that it moves along', async () => {
  const [writer, watcher] = await Promise.all([connected(), connected()]);
  await product.query('SELECT pg_advisory_lock(1)');
  const beat = writer.query(`
    WITH read AS MATERIALIZED (SELECT now() AS at, pg_advisory_lock_shared(1))
    UPDATE hub SET heartbeat_at = read.at FROM read`);
  const waiting = () =>
    watcher.query(
      'SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database() WHERE NOT l.granted',
    );
  await eventually(waiting, ({ rowCount }) => rowCount === 1);
  let isMoved = false;
  const moved = clock.moveTo((await clock.nowMs()) + DAY_MS).then(() => (isMoved = true));
  await eventually(waiting, ({ rowCount }) => isMoved || rowCount === 2);
  await product.query('SELECT pg_advisory_unlock(1)');
  await Promise.all([beat, moved]);
  expect(await one(`SELECT heartbeat_at > now() - interval '10 seconds' FROM hub`)).toBe(true);
  await Promise.all([writer.end(), watcher.end()]);
});
