import { access, chmod, chown, mkdir } from 'node:fs/promises';
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
  /** Where the data is wanted. */
  dataDir: string;
  binaries: PostgresBinaries;
  user: SystemUser | null;
  /** What the server may be given to pass closed folders. Default {@link PASSING_CAPABILITIES}. */
  capabilities?: readonly string[];
  /** A folder that everyone may enter, for servers that cannot reach the place where they are wanted. */
  elsewhere?: string;
}

/** Where a system keeps the data of its programs. */
const ELSEWHERE = '/var/lib/agent-service';

/** Written into the data folder when the database cluster in it is complete. */
const INITIALISED = 'initialised';

/**
 * Where the server's data lies, and how its programs are run there. The data stays where it is wanted as long as the server's user can be let in;
 * else data and binaries go to a folder that it can reach, which the wanted one names, and are found there again.
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

/** Where data that is wanted in this folder lies by now. Makes nothing. */
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
 * A folder of ours. Where the server runs as another user, that one may pass it and no more: what we read and trust in there is out of its
 * reach, and so are the names of what we write. An older version gave it the folder.
 */
async function ownFolder(folder: string, user: SystemUser | null): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (user === null) return chmod(folder, 0o700);
  await chown(folder, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  // Set apart from the making, which the process's umask takes part in.
  await chmod(folder, 0o711);
}

function unreachable(folder: string): Error {
  return new Error(
    `The system user postgres cannot reach ${folder}: put the project elsewhere, or set DATABASE_URL`,
  );
}
