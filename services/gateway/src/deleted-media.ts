import type { MediaStorage } from '@svc/messages';
import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { MediaRecords } from '@svc/store';

export interface DeletedMediaDependencies {
  store: { media: Pick<MediaRecords, 'ofDeleted' | 'expired' | 'forget' | 'putOff'> };
  media: Pick<MediaStorage, 'remove'>;
  logger: Logger;
  /** Default: the system's. */
  sleep?: Sleep;
}

/** Files removed at once. */
const REMOVALS_AT_ONCE = 16;

/** How often files of deleted agents, and files whose days are over, are looked for, in milliseconds. */
const LOOK_INTERVAL_MS = 10_000;

/**
 * Removes some files of deleted agents, or of one deleted agent, and then their rows. Files go first, so that an interrupted removal is
 * done again. True if there may be more.
 */
export async function removeDeletedMedia(deps: DeletedMediaDependencies, agentId?: string): Promise<boolean> {
  const { removed } = await removeFiles(deps, await deps.store.media.ofDeleted(REMOVALS_AT_ONCE, agentId));
  return removed === REMOVALS_AT_ONCE;
}

/** Removes some files whose days are over. Files that cannot be removed are put behind the others. True if there may be more. */
async function removeExpiredMedia(deps: DeletedMediaDependencies): Promise<boolean> {
  const mediaIds = await deps.store.media.expired(REMOVALS_AT_ONCE);
  const { removed, left } = await removeFiles(deps, mediaIds);
  await deps.store.media.putOff(left);
  return removed > 0 && mediaIds.length === REMOVALS_AT_ONCE;
}

async function removeFiles(
  deps: DeletedMediaDependencies,
  mediaIds: string[],
): Promise<{ removed: number; left: string[] }> {
  const removed: string[] = [];
  const left: string[] = [];
  await Promise.all(
    mediaIds.map(async (mediaId) => {
      try {
        await deps.media.remove(mediaId);
        removed.push(mediaId);
      } catch (error) {
        left.push(mediaId);
        deps.logger.warn({ err: error, media_id: mediaId }, 'a media file is left for now');
      }
    }),
  );
  await deps.store.media.forget(removed);
  return { removed: removed.length, left };
}

/** Any number of gateways may do so. If a file is gone already, that is no failure. */
export function createMediaRemoval(deps: DeletedMediaDependencies): Loop {
  return new Loop({
    name: 'deleted-media',
    intervalMs: LOOK_INTERVAL_MS,
    immediate: false,
    async turn(signal) {
      while (!signal.aborted && (await removeDeletedMedia(deps)));
      while (!signal.aborted && (await removeExpiredMedia(deps)));
    },
    logger: deps.logger,
    ...(deps.sleep === undefined ? {} : { sleep: deps.sleep }),
  });
}
