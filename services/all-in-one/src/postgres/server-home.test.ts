/** @only-in-all Starts servers of its own. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { PostgresBinaries } from './binaries.js';
import { postgresBinaries } from './binaries.js';
import { LocalPostgres } from './local-postgres.js';
import { passageTo, PASSING_CAPABILITIES } from './passage.js';
import { initialisedFile, isInitialised, serverHome } from './server-home.js';
import type { SystemUser } from './system-user.js';
import { serverUser } from './system-user.js';

/** To bring a thousand files to the disk takes longer than all else, when the disk is busy. */
const WITHOUT_SYNC = { fsync: 'off' };

// Only root runs the server as somebody else; and folders that are closed to root itself do not exist.
const isRoot = process.getuid?.() === 0;
if (!isRoot)
  process.stderr.write('NOT TESTED, since this is not root: a server whose user cannot enter its folder\n');

// Most containers keep from root what would let the server pass; then its data and binaries go elsewhere.
const mayPass = isRoot && (await canPassClosedFolders());
if (isRoot && !mayPass)
  process.stderr.write(
    'NOT TESTED, since this root cannot let it pass: a server that stays in a folder which is closed to its user\n',
  );

(isRoot ? describe : describe.skip)('a server in a folder that its user may not enter', () => {
  let closed: string;
  let elsewhere: string;
  let binaries: PostgresBinaries;
  let user: SystemUser | null;

  beforeEach(async () => {
    // A new folder of this kind is its owner's alone.
    closed = await mkdtemp(join(tmpdir(), 'svc-closed-'));
    elsewhere = await mkdtemp(join(tmpdir(), 'svc-elsewhere-'));
    await chmod(elsewhere, 0o755);
    [binaries, user] = await Promise.all([postgresBinaries(), serverUser()]);
  });
  afterEach(async () => {
    for (const folder of [closed, elsewhere]) await rm(folder, { recursive: true, force: true });
  });

  (mayPass ? it : it.skip)('runs there all the same, and finds its data again', async () => {
    const dataDir = join(closed, 'data');
    for (const count of [1, 2]) {
      const server = new LocalPostgres({ dataDir, settings: WITHOUT_SYNC });
      await server.start();
      expect(server.dataDir).toBe(dataDir);
      const sql = `CREATE TABLE IF NOT EXISTS starts (n int); INSERT INTO starts VALUES (1); SELECT count(*)::int FROM starts`;
      expect(await lastRow(server.url, sql)).toEqual({ count });
      await server.stop();
    }
  });

  it('has data and binaries elsewhere where no capability can be given', async () => {
    const dataDir = join(closed, 'data');
    const options = {
      dataDir,
      binaries: await closedAway(binaries, closed),
      user,
      capabilities: [],
      elsewhere,
    };
    const home = await serverHome(options);
    expect(home.dataDir.startsWith(`${elsewhere}/`)).toBe(true);
    expect(home.binaries.initdb.startsWith(`${elsewhere}/`)).toBe(true);
    expect(basename(home.dataDir)).toMatch(/^data-[0-9a-f]{16}-[0-9a-f]{16}$/);
    await home.run(home.binaries.initdb, ['--version'], home.dataDir);
    await home.run(home.binaries.pg_ctl, ['--version'], home.dataDir);
    expect(await serverHome(options)).toMatchObject({ dataDir: home.dataDir, binaries: home.binaries });
    expect(await readdir(elsewhere)).toHaveLength(2);
  });

  it('that went elsewhere stays there when the folder can be passed later', async () => {
    const options = { dataDir: join(closed, 'data'), binaries, user, elsewhere };
    const moved = await serverHome({ ...options, capabilities: [] });
    await writeFile(initialisedFile(moved.dataDir), '');
    expect((await serverHome(options)).dataDir).toBe(moved.dataDir);
  });

  (mayPass ? it : it.skip)('does not begin anew elsewhere when it has data there', async () => {
    const options = { dataDir: join(closed, 'data'), binaries, user, elsewhere };
    const home = await serverHome(options);
    await writeFile(initialisedFile(home.dataDir), '');
    await expect(serverHome({ ...options, capabilities: [] })).rejects.toThrow('cannot reach');
  });

  it('does not get the data of another project that stood at the same path before', async () => {
    const options = { dataDir: join(closed, 'data'), binaries, user, elsewhere, capabilities: [] };
    const before = await serverHome(options);
    await writeFile(initialisedFile(before.dataDir), '');
    await rm(options.dataDir, { recursive: true });
    const after = await serverHome(options);
    expect(after.dataDir).not.toBe(before.dataDir);
    expect(await isInitialised(after.dataDir)).toBe(false);
  });

  it('says where its data was when that is gone', async () => {
    const options = { dataDir: join(closed, 'data'), binaries, user, elsewhere, capabilities: [] };
    const { dataDir } = await serverHome(options);
    await rm(dataDir, { recursive: true });
    await expect(serverHome(options)).rejects.toThrow(`is not in ${dataDir}`);
  });

  it('goes elsewhere from a path of any length', async () => {
    const dataDir = join(closed, ...Array.from({ length: 10 }, () => 'a-folder-with-a-long-name'), 'data');
    const home = await serverHome({ dataDir, binaries, user, elsewhere, capabilities: [] });
    expect(basename(home.dataDir).length).toBeLessThan(60);
  });

  it('goes elsewhere whatever files are closed by default', async () => {
    const before = process.umask(0o077);
    try {
      const dataDir = join(closed, 'data');
      const native = await closedAway(binaries, closed);
      const place = { dataDir, binaries: native, user, elsewhere: join(elsewhere, 'new'), capabilities: [] };
      const home = await serverHome(place);
      await home.run(home.binaries.initdb, ['--version'], home.dataDir);
    } finally {
      process.umask(before);
    }
  });

  it('goes elsewhere when it could enter the folder but not run its programs there', async () => {
    const native = await closedAway(binaries, closed);
    await chmod(join(native.initdb, '../postgres'), 0o700);
    const home = await serverHome({ dataDir: join(closed, 'data'), binaries: native, user, elsewhere });
    expect(home.dataDir.startsWith(`${elsewhere}/`)).toBe(true);
  });
});

(isRoot ? describe : describe.skip)('a server that runs as another user', () => {
  let folder: string;
  let dataDir: string;
  let server: LocalPostgres;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-open-'));
    await chmod(folder, 0o755);
    dataDir = join(folder, 'data');
    server = new LocalPostgres({ dataDir, settings: WITHOUT_SYNC });
  });
  afterEach(async () => {
    await server.stop();
    // The server's folder is another one where neither it nor its binaries could be reached.
    for (const left of [folder, server.dataDir]) await rm(left, { recursive: true, force: true });
  });

  it('owns its cluster and nothing above it', async () => {
    await server.start();
    const user = await serverUser();
    expect((await stat(join(server.dataDir, 'server'))).uid).toBe(user?.uid);
    expect(await stat(server.dataDir)).toMatchObject({ uid: 0, mode: 0o40711 });
    for (const name of ['password', 'product-password'])
      expect(await stat(join(server.dataDir, name))).toMatchObject({ uid: 0, mode: 0o100600 });
  });

  it('is told nothing of our environment that it does not need', async () => {
    await server.start();
    const [pid = ''] = (await readFile(join(server.dataDir, 'server/postmaster.pid'), 'utf8')).split('\n');
    const environment = await environmentOf(pid);
    const names = environment.split('\0').map((variable) => variable.split('=')[0] ?? '');
    expect(names).toContain('PATH');
    // What the shell and pg_ctl add, they have made themselves.
    const known = /^(|PATH|HOME|TZ|TMPDIR|LANG|LC_\w+|PG\w+|PWD|OLDPWD|SHLVL|_)$/;
    expect(names.filter((name) => !known.test(name))).toEqual([]);
  });
});

/** Read as the server's user, because most containers keep from root what would let it look into the processes of others. */
async function environmentOf(pid: string): Promise<string> {
  const user = await serverUser();
  return execFileSync('cat', [`/proc/${pid}/environ`], { ...user, encoding: 'utf8' });
}

async function canPassClosedFolders(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-closed-'));
  try {
    const [binaries, user] = await Promise.all([postgresBinaries(), serverUser()]);
    return user !== null && (await passageTo({ dataDir, binaries }, user, PASSING_CAPABILITIES)) !== null;
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/**
 * The same binaries in a folder that the server's user may not enter. They only have to say their version, so the many files of time zones and the like
 * are left out.
 */
async function closedAway({ initdb, pg_ctl }: PostgresBinaries, folder: string): Promise<PostgresBinaries> {
  const native = join(initdb, '../..');
  const copy = join(folder, 'native');
  await mkdir(copy);
  execFileSync('cp', ['-a', join(native, 'bin'), join(native, 'lib'), copy]);
  const inFolder = (program: string) => join(copy, program.slice(native.length));
  return { initdb: inFolder(initdb), pg_ctl: inFolder(pg_ctl) };
}

async function lastRow(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results = (await client.query(sql)) as unknown as { rows: unknown[] }[];
    return results.at(-1)?.rows[0];
  } finally {
    await client.end();
  }
}
