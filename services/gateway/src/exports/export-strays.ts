import type { Logger } from '@svc/runtime';
import { EXPORT_ATTEMPTS_MAX } from '@svc/store';
import type { Store } from '@svc/store';
import type { ExportFiles } from './export-files.js';

/**
 * Removes the files of exports that the database does not know any more. A process may have stood still, or died, between the end of its export and the name of its file;
 * and a process of another version may not know all names of files. The row of an export always comes before its file.
 */
export async function removeStrays(
  {
    files,
    store,
    logger,
  }: { files: Pick<ExportFiles, 'ids' | 'remove'>; store: Pick<Store, 'exports'>; logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const exportId of await files.ids()) {
      if (signal.aborted) return;
      if (!(await store.exports.isKnown(exportId))) await files.remove(exportId, EXPORT_ATTEMPTS_MAX);
    }
  } catch (error) {
    logger.warn({ err: error }, 'files that belong to no export are left for now');
  }
}
