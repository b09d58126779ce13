import { pipeline, Readable } from 'node:stream';
import { attachmentHeader, ServiceError } from '@svc/domain';
import type { MediaLinks } from '@svc/domain';
import { FILE_TYPE, withPicturePermit, previewOf } from '@svc/messages';
import type { MediaStorage, OpenedMedia } from '@svc/messages';
import type { Logger, Sleep } from '@svc/runtime';
import { sessionProofOf } from '@svc/sign-in';
import type { MediaRecords, Uploads } from '@svc/store';
import type { Request, RequestHandler, Response } from 'express';
import type { UserGuard } from './user-guard.js';
import { Loop } from '@svc/runtime';

/** A deleted file is gone from the caches of browsers as soon. */
const CACHED_SECONDS = 300;

export interface MediaRouteDependencies {
  media: Pick<MediaStorage, 'open'>;
  mediaLinks: Pick<MediaLinks, 'opens'>;
  userGuard: UserGuard;
  store: { media: Pick<MediaRecords, 'isOwned' | 'find'> };
  logger: Logger;
}

/**
 * `GET /media/<end>.<signature>/<file>` for every caller with a link; `GET /media/<file>` for the owner, by
 * session or by an API key with the scope `read`. `?preview` gets a large picture's preview.
 *
 * Players ask for parts: one byte range gets that range (RFC 9110, section 14), several get the whole file.
 */
export function mediaRoute(deps: MediaRouteDependencies): RequestHandler {
  const { media, store, logger } = deps;
  return async (request, response) => {
    const { mediaId, link } = request.params;
    // Before the file is opened, so that nothing stays open if the database does not answer.
    const isOpen = typeof mediaId === 'string' && (await mayRead(deps, request, { mediaId, link }));
    const disposition = isOpen ? await dispositionOf(deps, mediaId) : '';
    const file = isOpen ? await media.open(mediaId) : null;
    if (file === null || typeof mediaId !== 'string') throw new ServiceError('not_found');
    const isPreview = request.query['preview'] !== undefined;
    // What a name stands for never changes.
    const [ownTag, previewTag] = [`"${mediaId}"`, `"${mediaId}.preview"`];
    response.setHeader('Content-Disposition', disposition);
    // A picture may be its own preview.
    for (const tag of isPreview ? [previewTag, ownTag] : [ownTag]) {
      setHeaders(response, tag);
      if (!request.fresh) continue;
      await file.close();
      response.writeHead(304).end();
      return;
    }
    const ownerOf = async () => (await store.media.find(mediaId))?.userId ?? null;
    const asker = { ownerOf, isGone: () => response.closed };
    const opened = isPreview ? await previewed(file, asker, logger) : file;
    const entityTag = opened === file ? ownTag : previewTag;
    response.setHeader('ETag', entityTag);
    response.setHeader('Content-Type', opened.contentType);
    const range = rangeOf(request, { byteLength: opened.byteLength, entityTag });
    if (range === 'unsatisfiable') {
      await opened.close();
      response.setHeader('Cache-Control', 'no-store');
      response.writeHead(416, { 'Content-Range': `bytes */${opened.byteLength}` }).end();
      return;
    }
    const bounds = range ?? { start: 0, end: opened.byteLength - 1 };
    if (range !== null) {
      response.statusCode = 206;
      response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${opened.byteLength}`);
    }
    response.setHeader('Content-Length', bounds.end - bounds.start + 1);
    if (request.method === 'HEAD') {
      await opened.close();
      response.end();
      return;
    }
    // If the reader goes away, the pipeline closes the file. Nobody reads an error.
    pipeline(opened.read(bounds), response, () => {});
  };
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
  response.setHeader('Cache-Control', `private, max-age=${CACHED_SECONDS}`);
  response.setHeader('ETag', entityTag);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // The content comes from others. Opened on its own, it may run and load nothing.
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  // Any client app may show it.
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

function rangeOf(
  request: Request,
  { byteLength, entityTag }: { byteLength: number; entityTag: string },
): { start: number; end: number } | 'unsatisfiable' | null {
  // A part of another file does not go with this one (RFC 9110, section 13.1.5).
  if ((request.headers['if-range'] ?? entityTag) !== entityTag) return null;
  const ranges = request.range(byteLength);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

/**
 * The preview of a picture, whose file is closed then. What is small enough or cannot be read is given back
 * as it is, also if the owner has too many waiting. Never rejects. No preview outlives its picture.
 */
export async function previewed(
  file: OpenedMedia,
  { ownerOf, isGone }: { ownerOf: () => Promise<string | null>; isGone: () => boolean },
  logger: Logger,
): Promise<OpenedMedia> {
  if (!file.contentType.startsWith('image/')) return file;
  try {
    const make = async () => (isGone() ? null : previewOf(await file.head(file.byteLength)));
    const preview = await withPicturePermit((await ownerOf()) ?? '', make);
    if (preview === null) return file;
    await file.close();
    return inMemory(preview);
  } catch (error) {
    logger.warn({ err: error }, 'no preview was made');
    return file;
  }
}

function inMemory(bytes: Buffer): OpenedMedia {
  return {
    contentType: 'image/webp',
    byteLength: bytes.length,
    head: async (byteLength) => bytes.subarray(0, byteLength),
    read: ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
      Readable.from([bytes.subarray(start, end + 1)]),
    close: async () => {},
  };
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
