import { access, chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { copiedBinaries } from './binaries.js';
import type { PostgresBinaries } from './binaries.js';
import { moveTo, movedFolder } from './moved-folder.js';
import { passageTo, PASSING_CAPABILITIES, runAs } from './passage.js';
import type { Run } from './passage.js';
import type { SystemUser } from './system-user.js';

export interface ServerHome {
  dataDir: string;
  binaries: PostgresBinaries;
  run: Run;
}

export interface ServerHomeOptions {
  /** The folder where the data is wanted. */
  dataDir: string;
  binaries: PostgresBinaries;
  user: SystemUser | null;
  /** Capabilities that the server may get to pass closed folders. Default {@link PASSING_CAPABILITIES}. */
  capabilities?: readonly string[];
  /** A folder that everyone may enter, for servers that cannot reach the wanted folder. */
  elsewhere?: string;
}

/** The folder in which a system keeps the data of its programs. */
const ELSEWHERE = '/var/lib/agent-service';

/** Written into the data folder when the database cluster in it is complete. */
const INITIALISED = 'initialised';

/**
 * The folder of the server's data, and how its programs are run there. The data stays in the wanted folder if the server's user can enter
 * it. Otherwise data and binaries go to a folder that the user can reach; the wanted folder names it, and the next start finds it there.
 */
export async function serverHome(options: ServerHomeOptions): Promise<ServerHome> {
  const { dataDir, binaries, user, capabilities = PASSING_CAPABILITIES, elsewhere = ELSEWHERE } = options;
  await ownFolder(dataDir, user);
  if (user === null) return { dataDir, binaries, run: runAs(null) };
  const isHere = await isInitialised(dataDir);
  const known = isHere ? null : await movedFolder(dataDir, elsewhere);
  if (known === null) {
    const run = await passageTo({ dataDir, binaries }, user, capabilities);
    if (run !== null) return { dataDir, binaries, run };
    if (isHere) throw unreachable(dataDir);
  }
  await ownFolder(elsewhere, user);
  const movedDir = known ?? (await moveTo(elsewhere, dataDir));
  await ownFolder(movedDir, user);
  for (const reachable of [() => binaries, () => copiedBinaries(binaries, elsewhere)]) {
    const found = await reachable();
    const run = await passageTo({ dataDir: movedDir, binaries: found }, user, []);
    if (run !== null) return { dataDir: movedDir, binaries: found, run };
  }
  throw unreachable(movedDir);
}

/** The folder that now holds the data which is wanted in this folder. Creates nothing. */
export async function dataDirNow(dataDir: string, elsewhere = ELSEWHERE): Promise<string> {
  if (await isInitialised(dataDir)) return dataDir;
  return (await movedFolder(dataDir, elsewhere)) ?? dataDir;
}

/** Whether the data folder holds a complete database cluster. */
export async function isInitialised(dataDir: string): Promise<boolean> {
  return access(initialisedFile(dataDir)).then(
    () => true,
    () => false,
  );
}

export function initialisedFile(dataDir: string): string {
  return join(dataDir, INITIALISED);
}

/**
 * A folder of ours. If the server runs as another user, that user may pass the folder and no more. So it cannot change the files that we
 * read and trust there, nor the names of the files that we write.
 */
async function ownFolder(folder: string, user: SystemUser | null): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (user === null) return chmod(folder, 0o700);
  // Set in a second step, because the process's umask changes the mode of a new folder.
  await chmod(folder, 0o711);
}

function unreachable(folder: string): Error {
  return new Error(
    `The system user postgres cannot reach ${folder}: put the project elsewhere, or set DATABASE_URL`,
  );
}
