/** @only-in-all Starts servers of its own. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { Client } from 'pg';
import {
  createScratchDatabase,
  createScratchTemplate,
  dropScratchDatabases,
  scratchName,
  serverOfRun,
} from './scratch-database.js';
import { TEST_SERVER_URL as SERVER_URL } from './scratch.suite.js';

describe('A scratch database', () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function scratchDatabase() {
    const database = await createScratchDatabase(SERVER_URL);
    closers.push(() => database.drop());
    return database.databaseUrl;
  }

  it('is migrated, and gone when it is dropped', async () => {
    const database = await createScratchDatabase(SERVER_URL);
    expect(await query(database.databaseUrl, 'SELECT count(*)::int AS n FROM agent')).toEqual([{ n: 0 }]);
    await database.drop();
    await expect(query(database.databaseUrl, 'SELECT 1')).rejects.toThrow('does not exist');
  });

  it('of a run that was ended goes with the others of it', async () => {
    const [run, otherRun] = [serverOfRun(SERVER_URL), serverOfRun(SERVER_URL)];
    const [left, other] = [scratchName(run), scratchName(otherRun)];
    closers.push(() => dropScratchDatabases(otherRun));
    for (const name of [left, other]) await query(SERVER_URL, `CREATE DATABASE ${name}`);
    await dropScratchDatabases(run);
    const found = await query(
      SERVER_URL,
      `SELECT datname FROM pg_database WHERE datname IN ('${left}', '${other}')`,
    );
    expect(found).toEqual([{ datname: other }]);
  });

  describe('beside a template', () => {
    beforeEach(async () => {
      const template = await createScratchTemplate(SERVER_URL);
      closers.push(() => template.drop());
    });

    it('is as migrated as one without', async () => {
      const history = 'SELECT migration_name, checksum FROM _prisma_migrations ORDER BY 1';
      const rows = await query(await scratchDatabase(), history);
      expect(rows).not.toEqual([]);
      expect(rows).toEqual(await query(await scratchDatabase(), history));
    });

    it('is nobody else’s', async () => {
      const [one, other] = [await scratchDatabase(), await scratchDatabase()];
      const table = `t_${randomBytes(4).toString('hex')}`;
      await query(one, `CREATE TABLE ${table} ()`);
      await expect(query(other, `SELECT FROM ${table}`)).rejects.toThrow('does not exist');
    });
  });
});

describe('A template', () => {
  // A name of its own, since another run on this server makes and drops the one that runs share.
  let name: string;
  const closers: (() => Promise<void>)[] = [];

  beforeEach(() => {
    name = `svc_test_template_${randomBytes(6).toString('hex')}`;
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function scratchTemplate() {
    const template = await createScratchTemplate(SERVER_URL, { name });
    closers.push(() => template.drop());
    return template;
  }

  it('that is there stays the first one’s, and is gone with it', async () => {
    const first = await scratchTemplate();
    const second = await scratchTemplate();
    await second.drop();
    expect(await isThere(name)).toBe(true);
    await first.drop();
    expect(await isThere(name)).toBe(false);
  });

  it('is left to another run that gives its own the name in the same moment', async () => {
    const draft = await createScratchDatabase(SERVER_URL);
    closers.push(() => draft.drop());
    const other = new Client({ connectionString: SERVER_URL });
    await other.connect();
    closers.push(() => other.end());
    await other.query('BEGIN');
    await other.query(`ALTER DATABASE ${new URL(draft.databaseUrl).pathname.slice(1)} RENAME TO ${name}`);
    const second = scratchTemplate();
    // It has found the name free, and now waits for the other to take it.
    await eventually(
      () => query(SERVER_URL, WAITING_RENAMES.replace('$name', name)),
      ({ length }) => length === 1,
      { what: 'the second rename' },
    );
    await other.query('COMMIT');
    closers.push(() => query(SERVER_URL, `DROP DATABASE ${name}`).then(() => undefined));
    await (await second).drop();
    expect(await isThere(name)).toBe(true);
  });
});

const WAITING_RENAMES =
  "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'ALTER DATABASE % RENAME TO $name'";

async function isThere(name: string): Promise<boolean> {
  return (await query(SERVER_URL, `SELECT FROM pg_database WHERE datname = '${name}'`)).length === 1;
}

async function query(databaseUrl: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
