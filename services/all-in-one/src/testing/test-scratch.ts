import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScratchDatabase } from '@svc/store';
import { LocalPostgres } from '../postgres/local-postgres.js';

export interface TestScratch {
  databaseUrl: string;
  dataDir: string;
  /** Removes both, and ends the server if it was started for this scratch. */
  remove(): Promise<void>;
}

/** On a PostgreSQL whose user may create databases; `null` starts one for this scratch. */
export async function makeScratch(serverUrl: string | null): Promise<TestScratch> {
  const folder = await mkdtemp(join(tmpdir(), `agent-service-test${OWN_MARK}_`));
  // Under root PostgreSQL runs as another user, who has to get in here.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'postgres');
  const server = serverUrl === null ? new LocalPostgres({ dataDir, settings: UNSAFE }) : null;
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

/** A test has nothing that should survive a power cut. */
const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Stands in the names of what a process makes and has to remove again. */
const OWN_MARK = `_of_${process.pid}`;
