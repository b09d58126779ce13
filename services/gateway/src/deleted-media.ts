import type { MediaStorage } from '@svc/messages';
import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { MediaRecords, Uploads } from '@svc/store';

interface FileRemoval {
  media: Pick<MediaStorage, 'remove'>;
  logger: Logger;
}

export interface MediaRemovalDependencies extends FileRemoval {
  store: {
    media: Pick<MediaRecords, 'ofDeleted' | 'expired' | 'forget' | 'defer'>;
    uploads: Pick<Uploads, 'claimEnded' | 'forget'>;
  };
  /** Default: the system's. */
  sleep?: Sleep;
}

/** Files removed at once. */
export const REMOVALS_AT_ONCE = 16;

/** How often files of deleted agents, files whose days are over, and files that no message has taken are looked for, in milliseconds. */
const LOOK_INTERVAL_MS = 10_000;

/** Any number of gateways may do so. If a file is gone already, that is no failure. */
export function createMediaRemoval(deps: MediaRemovalDependencies): Loop {
  const { media, uploads } = deps.store;
  return new Loop({
    name: 'deleted-media',
    intervalMs: LOOK_INTERVAL_MS,
    immediate: false,
    async tick(signal) {
      while (!signal.aborted && (await removeMedia(deps, await media.ofDeleted(REMOVALS_AT_ONCE))));
      while (!signal.aborted && (await removeMedia(deps, await media.expired(REMOVALS_AT_ONCE))));
      // With what there is of those that did not come to their end. What cannot be removed is claimed again after a minute.
      for (let mayBeMore = true; mayBeMore && !signal.aborted;) {
        const ended = await uploads.claimEnded(REMOVALS_AT_ONCE);
        const left = await removeFiles(deps, ended, uploads);
        mayBeMore = left.length === 0 && ended.length === REMOVALS_AT_ONCE;
      }
    },
    logger: deps.logger,
    ...(deps.sleep === undefined ? {} : { sleep: deps.sleep }),
  });
}

/** Removes files of messages. Those that cannot be removed are put behind all others. True if there may be more. */
export async function removeMedia(
  deps: FileRemoval & { store: { media: Pick<MediaRecords, 'forget' | 'defer'> } },
  mediaIds: string[],
): Promise<boolean> {
  const left = await removeFiles(deps, mediaIds, deps.store.media);
  await deps.store.media.defer(left);
  return left.length < mediaIds.length && mediaIds.length === REMOVALS_AT_ONCE;
}

/** Removes files and then their rows, so that an interrupted removal is done again. Resolves with those that are left. */
async function removeFiles(
  deps: FileRemoval,
  mediaIds: string[],
  records: { forget: (mediaIds: string[]) => Promise<void> },
): Promise<string[]> {
  const left: string[] = [];
  await Promise.all(
    mediaIds.map(async (mediaId) => {
      try {
        await deps.media.remove(mediaId);
      } catch (error) {
        left.push(mediaId);
        deps.logger.warn({ err: error, media_id: mediaId }, 'a media file is left for now');
      }
    }),
  );
  await records.forget(mediaIds.filter((mediaId) => !left.includes(mediaId)));
  return left;
}
