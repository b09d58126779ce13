/** @only-in-all Starts servers of its own. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { Client } from 'pg';
import { createScratchDatabase, createScratchTemplate } from './scratch-database.js';
import { TEST_SERVER_URL as SERVER_URL } from './scratch.suite.js';

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
