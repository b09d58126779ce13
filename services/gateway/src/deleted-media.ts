import type { MediaStorage } from '@svc/messages';
import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { MediaRecords, Uploads } from '@svc/store';

export interface DeletedMediaDependencies {
  store: { media: Pick<MediaRecords, 'ofDeleted' | 'forget' | 'putOff'> };
  media: Pick<MediaStorage, 'remove'>;
  logger: Logger;
}

type FileRemoval = Pick<DeletedMediaDependencies, 'media' | 'logger'> & {
  store: { media: Pick<MediaRecords, 'forget'> };
};

export interface MediaRemovalDependencies extends DeletedMediaDependencies {
  store: {
    media: Pick<MediaRecords, 'ofDeleted' | 'expired' | 'forget' | 'putOff'>;
    uploads: Pick<Uploads, 'claimEnded' | 'forget'>;
  };
  /** Default: the system's. */
  sleep?: Sleep;
}

/** Files removed at once. */
const REMOVALS_AT_ONCE = 16;

/** How often files of deleted agents, files whose days are over, and files that no message has taken are looked for, in milliseconds. */
const LOOK_INTERVAL_MS = 10_000;

/**
 * Removes some files of deleted agents, or of one deleted agent, and then their rows. Files go first, so that an interrupted removal is
 * done again. Files that cannot be removed are put behind all others, those whose days are over among them. True if there may be more.
 */
export async function removeDeletedMedia(deps: DeletedMediaDependencies, agentId?: string): Promise<boolean> {
  const mediaIds = await deps.store.media.ofDeleted(REMOVALS_AT_ONCE, agentId);
  const { removed, left } = await removeFiles(deps, mediaIds, deps.store.media);
  await deps.store.media.putOff(left);
  return removed > 0 && mediaIds.length === REMOVALS_AT_ONCE;
}

/** Removes the files of a message that was deleted. */
export async function removeFilesOfMessage(deps: FileRemoval, mediaIds: string[]): Promise<void> {
  await removeFiles(deps, mediaIds, deps.store.media);
}

/** Removes some files of a conversation that was deleted. Whether there were any. */
export async function removeFilesOfConversation(
  deps: FileRemoval & { store: { media: Pick<MediaRecords, 'ofDeletedConversation'> } },
  conversationId: string,
): Promise<boolean> {
  const mediaIds = await deps.store.media.ofDeletedConversation(conversationId, REMOVALS_AT_ONCE);
  const { removed } = await removeFiles(deps, mediaIds, deps.store.media);
  return removed > 0;
}

/** Removes some files whose days are over. Files that cannot be removed are put behind the others. True if there may be more. */
async function removeExpiredMedia(deps: MediaRemovalDependencies): Promise<boolean> {
  const mediaIds = await deps.store.media.expired(REMOVALS_AT_ONCE);
  const { removed, left } = await removeFiles(deps, mediaIds, deps.store.media);
  await deps.store.media.putOff(left);
  return removed > 0 && mediaIds.length === REMOVALS_AT_ONCE;
}

/**
 * Removes some files that no message has taken, with what there is of those that did not come to their end. Those that cannot be removed are claimed again after
 * a minute. True if there may be more.
 */
async function removeEndedUploads(deps: MediaRemovalDependencies): Promise<boolean> {
  const mediaIds = await deps.store.uploads.claimEnded(REMOVALS_AT_ONCE);
  const { removed } = await removeFiles(deps, mediaIds, deps.store.uploads);
  return removed === REMOVALS_AT_ONCE;
}

async function removeFiles(
  deps: Pick<DeletedMediaDependencies, 'media' | 'logger'>,
  mediaIds: string[],
  records: { forget: (mediaIds: string[]) => Promise<void> },
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
  await records.forget(removed);
  return { removed: removed.length, left };
}

/** Any number of gateways may do so. If a file is gone already, that is no failure. */
export function createMediaRemoval(deps: MediaRemovalDependencies): Loop {
  return new Loop({
    name: 'deleted-media',
    intervalMs: LOOK_INTERVAL_MS,
    immediate: false,
    async turn(signal) {
      while (!signal.aborted && (await removeDeletedMedia(deps)));
      while (!signal.aborted && (await removeExpiredMedia(deps)));
      while (!signal.aborted && (await removeEndedUploads(deps)));
    },
    logger: deps.logger,
    ...(deps.sleep === undefined ? {} : { sleep: deps.sleep }),
  });
}
