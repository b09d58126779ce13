/** @only-in-all Starts servers of its own. */
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
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
  const servers: LocalPostgres[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-postgres-'));
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    // A server's folder is another one where neither it nor its binaries could be reached.
    const left = [folder, ...servers.splice(0).map(({ dataDir }) => dataDir)];
    for (const path of left) await rm(path, { recursive: true, force: true });
  });

  function serverIn(name: string): LocalPostgres {
    const server = new LocalPostgres({ dataDir: join(folder, name), settings: { fsync: 'off' } });
    servers.push(server);
    return server;
  }

  it('finds its data again, also when its former owner was killed', async () => {
    const first = serverIn('data');
    await first.start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    // The first is never stopped: its process could have been killed here.
    const second = serverIn('data');
    await second.start();
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await second.stop();
    await second.stop();
  });

  it('is taken over as it runs from an owner that left it', async () => {
    const [first, second] = [serverIn('data'), serverIn('data')];
    await first.start();
    await second.start({ adopt: true });
    expect(second.url).toBe(first.url);
    await second.stop();
    await second.start({ adopt: true });
    expect(await query(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await second.stop();
  });

  it('is the product’s as an owner who can neither read the server’s files nor start programs', async () => {
    const server = serverIn('data');
    await server.start();
    try {
      await query(server.url, 'CREATE TABLE its_own AS SELECT 1 AS n; ALTER DATABASE postgres SET jit = off');
      await expect(query(server.url, `SELECT pg_read_file('/etc/hosts')`)).rejects.toThrow(
        'permission denied',
      );
      const program = `COPY its_own FROM PROGRAM 'echo 1'`;
      await expect(query(server.url, program)).rejects.toThrow('permission denied');
    } finally {
      await server.stop();
    }
  });

  it('is ended where it was left running, and neither started nor made for that', async () => {
    const first = serverIn('data');
    const second = serverIn('data');
    await second.stopLeftRunning();
    expect(await readdir(folder)).toEqual([]);
    await first.start();
    await second.stopLeftRunning();
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await second.stopLeftRunning();
    expect(await readdir(join(second.dataDir, 'server'))).not.toContain('postmaster.pid');
  });

  it('may be stopped before it was started', async () => {
    await expect(serverIn('none').stop()).resolves.toBeUndefined();
  });
});
