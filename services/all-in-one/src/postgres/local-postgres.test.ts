/** @only-in-all Starts servers of its own. */
import { chmod, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  function serverIn(name: string): LocalPostgres {
    return new LocalPostgres({ dataDir: join(folder, name), settings: { fsync: 'off' } });
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

  it('is the product’s as an owner who can neither read the server’s files nor start programs', async () => {
    const server = serverIn('data');
    await server.start();
    try {
      await query(server.url, 'CREATE TABLE its_own AS SELECT 1 AS n; ALTER DATABASE postgres SET jit = off');
      for (const sql of [`SELECT pg_read_file('/etc/hosts')`, `COPY its_own FROM PROGRAM 'echo 1'`])
        await expect(query(server.url, sql)).rejects.toThrow('permission denied');
    } finally {
      await server.stop();
    }
  });

  it('is ended where it was left running, and neither started nor made for that', async () => {
    const first = serverIn('data');
    const second = serverIn('data');
    await second.stop();
    expect(await readdir(folder)).toEqual([]);
    await first.start();
    await second.stop();
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    expect(await readdir(join(folder, 'data/server'))).not.toContain('postmaster.pid');
  });

  it('begins anew after an initialisation that was interrupted', async () => {
    const server = serverIn('data');
    await mkdir(join(folder, 'data/server.new/base'), { recursive: true });
    await server.start();
    await server.stop();
    expect(await readdir(join(folder, 'data'))).not.toContain('server.new');
  });
});

// Only root runs the server as somebody else; and folders that are closed to root itself do not exist.
const isRoot = process.getuid?.() === 0;
if (!isRoot)
  process.stderr.write('NOT TESTED, since this is not root: a folder that the server’s user cannot enter\n');

(isRoot ? describe : describe.skip)('a folder that the system user postgres cannot enter', () => {
  let closed: string;
  let made: string | undefined;

  beforeEach(async () => {
    // A new folder of this kind is its owner's alone.
    closed = await mkdtemp(join(tmpdir(), 'svc-closed-'));
  });
  afterEach(async () => {
    for (const path of [closed, made ?? closed]) await rm(path, { recursive: true, force: true });
  });

  it('is refused, with what to do', async () => {
    const server = new LocalPostgres({ dataDir: join(closed, 'data') });
    await expect(server.start()).rejects.toThrow(/cannot enter .*svc-closed-.*DATA_DIR/);
  });

  it('becomes a link to one of the system where that is allowed, and the data is found again', async () => {
    const options = { dataDir: join(closed, 'data'), settings: { fsync: 'off' }, mayLink: true };
    const first = new LocalPostgres(options);
    await first.start();
    made = await realpath(options.dataDir);
    expect(made).toMatch(/^[/]var[/]lib[/]agent-service[/]postgres-/);
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    const second = new LocalPostgres(options);
    await second.start();
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await second.stop();
  });
});
