import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret } from '@svc/runtime';
import type { Service } from '@svc/runtime';

/** The sealing key of the data folder, generated on first use. Without it every agent's secret is lost. */
export async function secretsKeyIn(dataDir: string): Promise<Secret> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'secrets-key');
  try {
    await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
  }
  return new Secret((await readFile(file, 'utf8')).trim());
}

/** Keeps a second process away from the data folder. A lock whose owner is gone is taken over. */
export function dataFolderLock(dataDir: string): Service {
  const file = join(dataDir, 'all-in-one.pid');
  let held = false;
  return {
    name: 'data-folder',
    async start() {
      await mkdir(dataDir, { recursive: true });
      const owner = Number((await readFile(file, 'utf8').catch(() => '')).trim());
      if (owner > 0 && owner !== process.pid && isRunning(owner)) {
        throw new Error(
          `Another process (${owner}) already uses ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
        );
      }
      const handle = await open(file, 'w');
      await handle.writeFile(String(process.pid));
      await handle.close();
      held = true;
    },
    async stop() {
      if (held) await rm(file, { force: true });
      held = false;
    },
  };
}

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // This process may not signal it, so it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
