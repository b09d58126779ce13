import { Loop } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import { EXPORT_ATTEMPTS_MAX } from '@svc/store';
import type { ClaimedExport } from '@svc/store';
import { exportInZip } from './export-content.js';
import type { ExportSources } from './export-content.js';
import { ExportTooLargeError, zipOf } from './export-files.js';
import type { ExportFiles } from './export-files.js';

export interface ExportMakerDependencies extends ExportSources {
  files: Pick<ExportFiles, 'ids' | 'remove' | 'write'>;
  logger: Logger;
}

const LOOK_INTERVAL_MS = 2_000;

/** Another process has the export, its user is deleted, or this process stops. */
class NotOursError extends Error {}

/**
 * Makes exports one at a time, in any number of gateways. A minute after a process has died, has stopped
 * or has failed, the next attempt begins.
 */
export function createExportMaker(deps: ExportMakerDependencies): Loop {
  return new Loop({
    name: 'export-maker',
    intervalMs: LOOK_INTERVAL_MS,
    immediate: false,
    tick: (signal) => makeExports(deps, signal),
    logger: deps.logger,
  });
}

export async function makeExports(deps: ExportMakerDependencies, signal: AbortSignal): Promise<void> {
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
      await store.exports.finish(claimed, { lines, bytes });
    } catch (error) {
      if (error instanceof NotOursError) return;
      logger.warn({ err: error, export_id: exportId }, 'an export was not made');
      // What is in the way, as a full disk, may be gone when the lease of this attempt is over.
      const isLast = error instanceof ExportTooLargeError || attempt >= EXPORT_ATTEMPTS_MAX;
      if (isLast) await store.exports.finish(claimed, { lines, bytes: null });
    }
  }

  /**
   * Also files that no export knows, as of a process that stood still until its export was removed. What cannot
   * be removed waits for the next tick, and keeps nothing else waiting.
   */
  async function removeEnded(): Promise<void> {
    const ended = await store.exports.ended();
    const ids = await files.ids();
    const known = await store.exports.knownAmong(ids);
    const left = new Map<string, unknown>();
    for (const exportId of [...ended, ...ids.filter((id) => !known.has(id))]) {
      const keep = (error: unknown) => void left.set(exportId, error);
      await files.remove(exportId, EXPORT_ATTEMPTS_MAX).catch(keep);
    }
    await store.exports.forget(ended.filter((exportId) => !left.has(exportId)));
    // What is in the way is mostly the same for all.
    const [first] = left;
    if (first !== undefined)
      logger.warn(
        { err: first[1], export_id: first[0], left: left.size },
        'files of exports are left for now',
      );
  }
}
