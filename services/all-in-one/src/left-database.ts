import { dataFolderLock } from './data-folder.js';
import type { AllInOneConfig } from './env.js';
import { embeddedPostgres } from './run.js';

/**
 * Ends the PostgreSQL of our own that a process has left running when it crashed. A server that was given is its operator's, and one in a data
 * folder that another process uses by now is that one's.
 */
export async function stopLeftDatabase(config: AllInOneConfig): Promise<void> {
  if (config.databaseUrl !== null) return;
  const lock = dataFolderLock(config.dataDir);
  const isOurs = await lock.start().then(
    () => true,
    () => false,
  );
  if (!isOurs) return;
  try {
    await embeddedPostgres(config).stopLeftRunning();
  } finally {
    await lock.stop();
  }
}
