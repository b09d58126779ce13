import type { MediaStorage } from '@svc/media';
import { Loop } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import type { MediaRecords } from '@svc/store';

export interface DeletedMediaDependencies {
  store: { media: Pick<MediaRecords, 'ofDeleted' | 'forget'> };
  media: Pick<MediaStorage, 'remove'>;
  logger: Logger;
}

/** Files removed at once. */
const REMOVALS_AT_ONCE = 16;

/** How often it is looked for files of deleted agents, in milliseconds. */
const LOOK_INTERVAL_MS = 10_000;

/**
 * Removes some files of deleted agents, or of one of them, and forgets them: rows after files, so that what was cut off is done again. True if
 * there may be more.
 */
export async function removeDeletedMedia(deps: DeletedMediaDependencies, agentId?: string): Promise<boolean> {
  const mediaIds = await deps.store.media.ofDeleted(REMOVALS_AT_ONCE, agentId);
  const removed: string[] = [];
  await Promise.all(
    mediaIds.map(async (mediaId) => {
      try {
        await deps.media.remove(mediaId);
        removed.push(mediaId);
      } catch (error) {
        deps.logger.warn(
          { err: error, media_id: mediaId },
          'a media file of a deleted agent is left for now',
        );
      }
    }),
  );
  await deps.store.media.forget(removed);
  return removed.length === REMOVALS_AT_ONCE;
}

/** Any number of gateways may do so: a file that is gone already is no failure. */
export function createMediaRemoval(deps: DeletedMediaDependencies): Loop {
  return new Loop({
    name: 'deleted-media',
    intervalMs: LOOK_INTERVAL_MS,
    immediate: false,
    async turn(signal) {
      while (!signal.aborted && (await removeDeletedMedia(deps)));
    },
    logger: deps.logger,
  });
}
