import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, hostname } from 'node:os';
import { join } from 'node:path';
import { createScratchDatabase } from '@svc/store';
import { Client } from 'pg';
import { LocalPostgres } from '../postgres/local-postgres.js';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isRunning } from '../data-folder.js';

export interface TestScratch {
  databaseUrl: string;
  dataDir: string;
  /** Removes both, and ends the server if it was started for this scratch. */
  remove(): Promise<void>;
}

const FOLDER = 'agent-service-test';

/** On a PostgreSQL whose user may create databases; `null` starts one for this scratch. */
export async function makeScratch(serverUrl: string | null): Promise<TestScratch> {
  const [folder] = await Promise.all([makeFolder(), removeLeftFolders(), removeLeftDatabases(serverUrl)]);
  const server = serverUrl === null ? serverIn(folder) : null;
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    await server?.start();
    const url = serverUrl ?? server?.superuserUrl ?? '';
    const database = await createScratchDatabase(url, { mark: OWN_MARK });
    return {
      databaseUrl: database.databaseUrl,
      dataDir: join(folder, 'data'),
      async remove() {
        // With a server of its own, the database goes with the folder.
        await (server === null ? database.drop() : server.stop());
        await removeFolder();
      },
    };
  } catch (error) {
    await server?.stop();
    await removeFolder();
    throw error;
  }
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER}${OWN_MARK}_`));
  // Under root PostgreSQL runs as another user, who has to get in here.
  await chmod(folder, 0o755);
  return folder;
}

/** A test has nothing that should survive a power cut. */
function serverIn(folder: string): LocalPostgres {
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  return new LocalPostgres({ dataDir: join(folder, 'postgres'), settings });
}

/** A process that was killed has removed nothing. */
async function removeLeftFolders(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(FOLDER) && isLeft(name));
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    // Another start may be removing the same.
    await serverIn(folder)
      .stop()
      .then(() => rm(folder, { recursive: true, force: true }))
      .catch(() => {});
  }
}

async function removeLeftDatabases(serverUrl: string | null): Promise<void> {
  if (serverUrl === null) return;
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(UNUSED);
    for (const { datname } of rows.filter((row) => isLeft(row.datname)))
      await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(datname)}`).catch(() => {});
  } finally {
    await client.end();
  }
}

/** A database with a connection is in use, whatever its name says. */
const UNUSED = `
  SELECT datname FROM pg_database d
   WHERE starts_with(datname, 'svc_test_') AND NOT EXISTS (SELECT 1 FROM pg_stat_activity s WHERE s.datid = d.oid)`;

/** A container has a name, and processes, of its own. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
const OWNER = new RegExp(`_of_${MACHINE}_([0-9]{1,10})(?:_|$)`);

/** Stands in the names of what a process makes and has to remove again. */
const OWN_MARK = `_of_${MACHINE}_${process.pid}`;

/** Whether a name says that it belongs to a process of this machine that runs no more. */
function isLeft(name: string): boolean {
  const pid = Number(OWNER.exec(name)?.[1] ?? 0);
  return pid > 0 && pid !== process.pid && (!isRunning(pid) || isZombie(pid));
}

/** Ended, with a dead parent that did not ask how (proc(5), `/proc/pid/stat`). Only Linux has the file. */
function isZombie(pid: number): boolean {
  try {
    return /^[0-9]+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
