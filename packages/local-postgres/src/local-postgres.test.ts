import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { LocalPostgres } from './local-postgres.js';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a PostgreSQL server of one’s own', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-postgres-'));
    const { chmod } = await import('node:fs/promises');
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('finds its data again, also when its former owner was killed', async () => {
    const dataDir = join(folder, 'data');
    const first = new LocalPostgres({ dataDir });
    await first.start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    // The first is never stopped: its process could have been killed here.
    const second = new LocalPostgres({ dataDir });
    await second.start();
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await second.stop();
    await second.stop();
  }, 60_000);

  it('may be stopped before it was started', async () => {
    await expect(new LocalPostgres({ dataDir: join(folder, 'none') }).stop()).resolves.toBeUndefined();
  });
});
