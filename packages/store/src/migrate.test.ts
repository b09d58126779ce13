import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate, OtherVersionError } from './migrate.js';
import { scratchName } from './database/scratch-database.js';
import { TEST_SERVER_URL } from './database/scratch.suite.js';

const FIRST = 'CREATE TABLE first (id INT);\nINSERT INTO first VALUES (1);\n';
const SECOND = 'ALTER TABLE first ADD COLUMN name TEXT;\n';

let folder: string;
let databaseUrl: string;
let server: Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrate-test-'));
  await addMigration('20260101000000_first', FIRST);
  // Prisma keeps this file beside the migrations.
  await writeFile(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
  server = new Client({ connectionString: TEST_SERVER_URL });
  await server.connect();
  const url = new URL(TEST_SERVER_URL);
  url.pathname = `/${scratchName(TEST_SERVER_URL)}`;
  databaseUrl = url.href;
  await server.query(`CREATE DATABASE ${databaseName()}`);
});

afterEach(async () => {
  await server.query(`DROP DATABASE IF EXISTS ${databaseName()} WITH (FORCE)`);
  await server.end();
  await rm(folder, { recursive: true });
});

const databaseName = () => new URL(databaseUrl).pathname.slice(1);

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('migrating', () => {
  it('applies what is missing in the order of the names, and nothing twice', async () => {
    expect(await migrate(databaseUrl, folder)).toEqual(['20260101000000_first']);
    expect(await migrate(databaseUrl, folder)).toEqual([]);
    await addMigration('20260103000000_third', 'UPDATE first SET name = id::text;');
    await addMigration('20260102000000_second', SECOND);
    expect(await migrate(databaseUrl, folder)).toEqual(['20260102000000_second', '20260103000000_third']);
    expect(await query('SELECT * FROM first')).toEqual([{ id: 1, name: '1' }]);
  });

  it('is done by one of several processes that start together', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(databaseUrl, folder)));
    expect(applied.flat()).toEqual(['20260101000000_first']);
    expect(await query('SELECT * FROM first')).toHaveLength(1);
  });

  it.each([
    ['was other', '20260101000000_first', FIRST + '-- a word more\n'],
    ['is gone', '20260102000000_second', SECOND],
  ])('is refused when the file of an applied migration %s', async (_what, name, sql) => {
    await migrate(databaseUrl, folder);
    await rm(join(folder, '20260101000000_first'), { recursive: true });
    await addMigration(name, sql);
    await expect(migrate(databaseUrl, folder)).rejects.toBeInstanceOf(OtherVersionError);
    expect(await query('SELECT migration_name FROM _prisma_migrations')).toHaveLength(1);
  });

  it('leaves nothing of a migration that fails, and applies it when it is mended', async () => {
    await addMigration('20260102000000_second', SECOND + 'SELECT nonsense;');
    const cause = { message: 'column "nonsense" does not exist' };
    const failure = { message: 'Migration 20260102000000_second failed', cause };
    await expect(migrate(databaseUrl, folder)).rejects.toMatchObject(failure);
    expect(await query('SELECT * FROM first')).toEqual([{ id: 1 }]);
    await addMigration('20260102000000_second', SECOND);
    expect(await migrate(databaseUrl, folder)).toEqual(['20260102000000_second']);
  });
});
