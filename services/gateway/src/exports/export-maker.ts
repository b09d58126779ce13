import { Loop } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import { EXPORT_ATTEMPTS_MAX } from '@svc/store';
import type { ClaimedExport, Store } from '@svc/store';
import { exportInZip } from './export-content.js';
import type { ExportSources } from './export-content.js';
import { ExportTooLargeError, zipOf } from './export-files.js';
import type { ExportFiles } from './export-files.js';

export interface ExportMakerDependencies extends ExportSources {
  files: Pick<ExportFiles, 'ids' | 'remove' | 'write'>;
  logger: Logger;
}

const LOOK_INTERVAL_MS = 2_000;
const REMOVED_AT_ONCE = 16;

/** Files of no export are looked for at the start, and about every hour. */
const TICKS_PER_LOOK_FOR_ORPHANS = 1_800;

/** Another process has the export, its user is deleted, or this process stops. */
class NotOursError extends Error {}

/**
 * Makes exports one at a time, in any number of gateways. A minute after a process has died, has stopped
 * or has failed, the next attempt begins.
 */
export function createExportMaker(deps: ExportMakerDependencies): Loop {
  let ticks = 0;
  return new Loop({
    name: 'export-maker',
    intervalMs: LOOK_INTERVAL_MS,
    immediate: false,
    async tick(signal) {
      if (ticks++ % TICKS_PER_LOOK_FOR_ORPHANS === 0) await removeOrphans(deps, signal);
      await makeExports(deps, signal);
    },
    logger: deps.logger,
  });
}

export async function makeExports(
  deps: Omit<ExportMakerDependencies, 'files'> & { files: Pick<ExportFiles, 'remove' | 'write'> },
  signal: AbortSignal,
): Promise<void> {
  const { files, logger, ...sources } = deps;
  const { store } = sources;
  await removeEnded();
  while (!signal.aborted) {
    const claimed = await store.exports.claim();
    if (claimed === null) return;
    await make(claimed, signal);
  }

  async function make(claimed: ClaimedExport, signal: AbortSignal): Promise<void> {
    const { exportId, attempt, userId } = claimed;
    let lines = 0;
    const proceed = async (written: number): Promise<void> => {
      lines += written;
      if (signal.aborted || !(await store.exports.proceed(claimed, lines))) throw new NotOursError();
    };
    try {
      const content = zipOf((soFar) => exportInZip({ sources, userId, proceed }, soFar));
      const bytes = await files.write(claimed, content);
      if (await store.exports.finish(claimed, { lines, bytes })) return;
      // This process stood still until the export was removed. Nothing else would remove the file.
      if (!(await store.exports.isKnown(exportId))) await files.remove(exportId, EXPORT_ATTEMPTS_MAX);
    } catch (error) {
      if (error instanceof NotOursError) return;
      logger.warn({ err: error, export_id: exportId }, 'an export was not made');
      // What is in the way, as a full disk, may be gone when the lease of this attempt is over.
      const isLast = error instanceof ExportTooLargeError || attempt >= EXPORT_ATTEMPTS_MAX;
      if (isLast) await store.exports.finish(claimed, { lines, bytes: null });
    }
  }

  /** What cannot be removed waits for the next tick, and keeps nothing else waiting. */
  async function removeEnded(): Promise<void> {
    const left: { err: unknown; export_id: string }[] = [];
    for (let after: string | undefined = ''; after !== undefined && !signal.aborted;) {
      const ended: string[] = await store.exports.ended(REMOVED_AT_ONCE, after);
      const removed: string[] = [];
      for (const exportId of ended) {
        try {
          await files.remove(exportId, EXPORT_ATTEMPTS_MAX);
          removed.push(exportId);
        } catch (error) {
          left.push({ err: error, export_id: exportId });
        }
      }
      await store.exports.forget(removed);
      after = ended[REMOVED_AT_ONCE - 1];
    }
    // What is in the way is mostly the same for all.
    if (left.length > 0) logger.warn({ ...left[0], left: left.length }, 'files of exports are left for now');
  }
}

/** A process may have died between the end of an export and the name of its file. Rows come before files. */
export async function removeOrphans(
  deps: { files: Pick<ExportFiles, 'ids' | 'remove'>; store: Pick<Store, 'exports'>; logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const { files, store, logger } = deps;
  try {
    for (const exportId of await files.ids()) {
      if (signal.aborted) return;
      if (!(await store.exports.isKnown(exportId))) await files.remove(exportId, EXPORT_ATTEMPTS_MAX);
    }
  } catch (error) {
    logger.warn({ err: error }, 'files that belong to no export are left for now');
  }
}
