import { readFile } from 'node:fs/promises';
import { attachmentHeader, ServiceError } from '@svc/domain';
import type { MediaLinks } from '@svc/domain';
import { FILE_TYPE, withPicturePermit, previewOf } from '@svc/messages';
import type { MediaStorage } from '@svc/messages';
import type { Logger, Sleep } from '@svc/runtime';
import { sessionProofOf } from '@svc/sign-in';
import type { MediaRecords, Uploads } from '@svc/store';
import type { Request, RequestHandler, Response } from 'express';
import type { UserGuard } from './user-guard.js';
import { Loop } from '@svc/runtime';

/** A deleted file is gone from the caches of browsers as soon. */
const CACHED_SECONDS = 300;

export interface MediaRouteDependencies {
  media: Pick<MediaStorage, 'find'>;
  mediaLinks: Pick<MediaLinks, 'opens'>;
  userGuard: UserGuard;
  store: { media: Pick<MediaRecords, 'isOwned' | 'find'> };
  logger: Logger;
}

/**
 * `GET /media/<end>.<signature>/<file>` for every caller with a link; `GET /media/<file>` for the owner, by
 * session or by an API key with the scope `read`. `?preview` gets a large picture's preview.
 */
export function mediaRoute(deps: MediaRouteDependencies): RequestHandler {
  const { media, store, logger } = deps;
  return async (request, response) => {
    const { mediaId, link } = request.params;
    const isOpen = typeof mediaId === 'string' && (await mayRead(deps, request, { mediaId, link }));
    const file = isOpen ? await media.find(mediaId) : null;
    if (file === null || typeof mediaId !== 'string') throw new ServiceError('not_found');
    response.setHeader('Content-Disposition', await dispositionOf(deps, mediaId));
    // What a name stands for never changes.
    setHeaders(response, `"${mediaId}"`);
    if (request.query['preview'] !== undefined && file.contentType.startsWith('image/')) {
      response.setHeader('ETag', `"${mediaId}.preview"`);
      if (request.fresh) return void response.status(304).end();
      const ownerOf = async () => (await store.media.find(mediaId))?.userId ?? null;
      const preview = await previewed(file.path, { ownerOf, isGone: () => response.closed }, logger);
      if (preview !== null) return void response.type('image/webp').send(preview);
    }
    response.setHeader('Content-Type', file.contentType);
    await sendStored(response, file.path);
  };
}

/**
 * Answers with a file, or the part of it that is asked for. It has its headers already.
 *
 * @throws ServiceError `not_found` if it is gone.
 */
export function sendStored(response: Response, path: string, { acceptRanges = true } = {}): Promise<void> {
  // Below a folder whose name begins with a dot, the file would otherwise count as hidden.
  const options = { dotfiles: 'allow', cacheControl: false, lastModified: false, acceptRanges } as const;
  return new Promise((resolve, reject) => {
    response.sendFile(path, options, (error?: Error & { status?: number }) => {
      // The reader may have gone away.
      if (error === undefined || response.headersSent || response.destroyed) return resolve();
      for (const ofFile of ['Content-Disposition', 'Content-Type', 'ETag']) response.removeHeader(ofFile);
      // A range or a condition that the file does not meet (RFC 9110, sections 15.5.13 and 15.5.17).
      if (error.status === 412 || error.status === 416) {
        response.setHeader('Cache-Control', 'no-store');
        response.status(error.status).end();
        return resolve();
      }
      reject(error.status === 404 ? new ServiceError('not_found') : error);
    });
  });
}

async function mayRead(
  { mediaLinks, userGuard, store }: MediaRouteDependencies,
  request: Request,
  { mediaId, link }: { mediaId: string; link: unknown },
): Promise<boolean> {
  if (typeof link === 'string' && mediaLinks.opens(mediaId, link)) return true;
  // A console that was open for days has links that have ended, and a session.
  if (sessionProofOf(request.headers) === null) return false;
  try {
    const { userId } = await userGuard(request, request.ip ?? '', 'read');
    return await store.media.isOwned(mediaId, userId);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unauthorized') return false;
    throw error;
  }
}

/** A file that is neither a picture nor a recording is for saving alone. */
async function dispositionOf({ store }: MediaRouteDependencies, mediaId: string): Promise<string> {
  if (!mediaId.endsWith(`.${FILE_TYPE.extension}`)) return 'inline';
  return attachmentHeader((await store.media.find(mediaId))?.fileName ?? 'file');
}

function setHeaders(response: Response, entityTag: string): void {
  response.setHeader('Cache-Control', `private, max-age=${CACHED_SECONDS}, immutable`);
  response.setHeader('ETag', entityTag);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // The content comes from others. Opened on its own, it may run and load nothing.
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  // Any client app may show it.
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/**
 * A picture's preview; `null` if the picture is small enough or cannot be read, or too many of the owner wait.
 * Never rejects. No preview outlives its picture.
 */
export async function previewed(
  path: string,
  { ownerOf, isGone }: { ownerOf: () => Promise<string | null>; isGone: () => boolean },
  logger: Logger,
): Promise<Buffer | null> {
  try {
    const make = async () => (isGone() ? null : previewOf(await readFile(path)));
    return await withPicturePermit((await ownerOf()) ?? '', make);
  } catch (error) {
    logger.warn({ err: error }, 'no preview was made');
    return null;
  }
}

interface FileRemoval {
  media: Pick<MediaStorage, 'remove'>;
  logger: Logger;
}

export interface MediaRemovalDependencies extends FileRemoval {
  store: {
    media: Pick<MediaRecords, 'ofDeleted' | 'expired' | 'forget' | 'defer'>;
    uploads: Pick<Uploads, 'expire'>;
  };
  sleep?: Sleep;
}

export const REMOVALS_AT_ONCE = 16;

const EXPIRED_AT_ONCE = 1_000;

/** Between looks for files that are deleted, over or not taken. */
const LOOK_INTERVAL_MS = 10_000;

/** Any number of gateways may do so. */
export function createMediaRemoval(deps: MediaRemovalDependencies): Loop {
  const { media, uploads } = deps.store;
  return new Loop({
    name: 'deleted-media',
    intervalMs: LOOK_INTERVAL_MS,
    immediate: false,
    async tick(signal) {
      await uploads.expire(EXPIRED_AT_ONCE);
      while (!signal.aborted && (await removeMedia(deps, await media.ofDeleted(REMOVALS_AT_ONCE))));
      while (!signal.aborted && (await removeMedia(deps, await media.expired(REMOVALS_AT_ONCE))));
    },
    logger: deps.logger,
    ...(deps.sleep === undefined ? {} : { sleep: deps.sleep }),
  });
}

/**
 * Files before rows, so that an interrupted removal is done again. Those that cannot be removed are put behind
 * all others. True if there may be more.
 */
export async function removeMedia(
  deps: FileRemoval & { store: { media: Pick<MediaRecords, 'forget' | 'defer'> } },
  mediaIds: string[],
): Promise<boolean> {
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
  await deps.store.media.forget(mediaIds.filter((mediaId) => !left.includes(mediaId)));
  await deps.store.media.defer(left);
  return left.length < mediaIds.length && mediaIds.length === REMOVALS_AT_ONCE;
}
