import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '@svc/runtime';

/** Keeps a second process away from the data folder. A lock whose owner is gone is taken over. */
export function dataFolderLock(dataDir: string): Service {
  const file = join(dataDir, 'all-in-one.pid');
  let isOurs = false;
  return {
    name: 'data-folder',
    async start() {
      await mkdir(dataDir, { recursive: true });
      const owner = Number(await readFile(file, 'utf8').catch(() => ''));
      if (owner > 0 && owner !== process.pid && isRunning(owner)) {
        throw new Error(
          `Another process (${owner}) already uses ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
        );
      }
      await writeFile(file, String(process.pid));
      isOurs = true;
    },
    async stop() {
      if (isOurs) await rm(file, { force: true });
      isOurs = false;
    },
  };
}

/** Whether there is a process of this id, of any user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
