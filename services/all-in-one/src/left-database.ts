import { dataFolderLock } from './data-folder.js';
import type { AllInOneConfig } from './env.js';
import { embeddedPostgres } from './run.js';

/**
 * Ends our own PostgreSQL if a process left it running when it crashed. Leaves a server that the operator gave, and one in a data folder
 * that another process uses by now.
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
