import { readFile } from 'node:fs/promises';
import { FILE_BYTES_MAX, ServiceError, invalidField } from '@svc/domain';
import type { UploadOwner } from '@svc/store';
import { idOf, IMAGES, namingField, RECORDINGS } from './message-media.js';
import type { MediaDependencies } from './message-media.js';
import { FILE_TYPE, HEAD_BYTES, kindOfFile, typeOfHead } from './media/content-types.js';
import type { Base64Limits } from './media/content-types.js';
import { newMediaId } from './media/media-storage.js';
import { withPicturePermit, pictureAlone } from './media/pictures.js';

export interface SentUpload {
  owner: UploadOwner;
  /** Rejects with a ServiceError if the rest of the file is refused. */
  bytes: AsyncIterable<Buffer>;
  /** As far as the sender has said; `null` if it has not. */
  announced: { bytesMin: number; bytesMax: number } | null;
  /** Clean, for a file of any kind, which is stored as it is; `null` for a picture or a recording. */
  fileName: string | null;
  /** Awaits `finish`, so that messages may take the file; with false it is removed. Default: awaits it. */
  once?: (finish: () => Promise<ReceivedUpload>) => Promise<boolean>;
}

export interface ReceivedUpload {
  mediaId: string;
  contentType: string;
  byteLength: number;
  /** Not signed. */
  url: string;
}

/**
 * Stores files while they come. {@link HEAD_BYTES} are held until the type is known. A complete picture is
 * written anew, without what stands beside it.
 */
export class UploadReceiver {
  readonly #deps: MediaDependencies;

  constructor(deps: MediaDependencies) {
    this.#deps = deps;
  }

  /**
   * @throws ServiceError `invalid_request` for nothing, `unsupported_media_type` for no picture and no
   *   recording, `image_too_large`, `audio_too_large`, `too_large`, `quota_exceeded`, `unavailable` if
   *   nothing can be stored, what {@link pictureAlone}, {@link withPicturePermit} and the bytes throw. If
   *   `once` fails without a refusal, the file may be finished: it goes like one that no message has taken.
   */
  async receive({ bytes, ...sent }: SentUpload): Promise<ReceivedUpload> {
    const rest = bytes[Symbol.asyncIterator]();
    try {
      return await this.#receive({ ...sent, rest });
    } finally {
      // Ends the reading of a file that was refused.
      void Promise.resolve(rest.return?.()).catch(() => {});
    }
  }

  async #receive(sent: Omit<SentUpload, 'bytes'> & { rest: AsyncIterator<Buffer> }): Promise<ReceivedUpload> {
    const { owner, announced, fileName, once, rest } = sent;
    const { media, store } = this.#deps;
    const head = await headOf(rest);
    if (head.length === 0) throw invalidField('body', 'is required');
    const contentType = await (fileName === null ? typeOfHead(head) : kindOfFile(head, fileName));
    if (contentType === null) {
      const detail = 'The file must be a PNG, JPEG, GIF or WebP image, or an audio file';
      throw new ServiceError('unsupported_media_type', { detail });
    }
    const limit = limitOf(contentType, fileName);
    if ((announced?.bytesMin ?? 0) > limit.bytesMax) throw new ServiceError(limit.tooLarge);
    const mediaId = newMediaId(fileName === null ? contentType : FILE_TYPE.contentType);
    const bytesMax = Math.min(announced?.bytesMax ?? limit.bytesMax, limit.bytesMax);
    const reserved = { mediaId, contentType, byteLength: bytesMax, fileName };
    const takeBack = await store.uploads.begin(owner, [reserved]);
    let takenBytes = bytesMax;
    let mayBeFinished = false;
    try {
      const stored = { mediaId, byteLength: 0 };
      await media.put(mediaId, counted(head, rest, { ...limit, stored }));
      if (fileName === null && contentType.startsWith('image/')) {
        const strip = () => this.#stripPicture(mediaId, contentType);
        stored.byteLength = await withPicturePermit(idOf(owner), strip);
      }
      takeBack(takenBytes - stored.byteLength);
      takenBytes = stored.byteLength;
      const received = { ...stored, contentType, url: media.urlOf(mediaId) };
      const finish = async (): Promise<ReceivedUpload> => {
        mayBeFinished = once !== undefined;
        if (!(await store.uploads.finish([stored]))) throw new ServiceError('request_timeout');
        return received;
      };
      if (once === undefined) return await finish();
      if (!(await once(finish))) await this.#discard(mediaId).catch(() => {});
      return received;
    } catch (error) {
      takeBack(takenBytes);
      const isRefused = error instanceof ServiceError && error.status < 500;
      if (isRefused || !mayBeFinished) await this.#discard(mediaId).catch(() => {});
      throw error;
    }
  }

  /** If this fails, the row stays, and both are removed later. */
  async #discard(mediaId: string): Promise<void> {
    await this.#deps.media.remove(mediaId);
    await this.#deps.store.media.forget([mediaId]);
  }

  async #stripPicture(mediaId: string, contentType: string): Promise<number> {
    const { media } = this.#deps;
    const stored = await media.find(mediaId);
    if (stored === null) throw new ServiceError('request_timeout');
    const sent = await readFile(stored.path);
    const { bytes } = await namingField('body', () => pictureAlone({ bytes: sent, contentType }));
    await media.put(mediaId, bytes);
    return bytes.length;
  }
}

type Limit = Pick<Base64Limits, 'bytesMax' | 'tooLarge'>;

const FILE_LIMIT: Limit = { bytesMax: FILE_BYTES_MAX, tooLarge: 'too_large' };

function limitOf(contentType: string, fileName: string | null): Limit {
  if (fileName !== null) return FILE_LIMIT;
  return contentType.startsWith('image/') ? IMAGES : RECORDINGS;
}

async function headOf(bytes: AsyncIterator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let length = 0; length < HEAD_BYTES;) {
    const next = await bytes.next();
    if (next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(parts);
}

/** Ends with the refusal as soon as the file is too large. */
async function* counted(
  head: Buffer,
  rest: AsyncIterator<Buffer>,
  { bytesMax, tooLarge, stored }: Limit & { stored: { byteLength: number } },
): AsyncGenerator<Buffer> {
  for (let part: Buffer | null = head; part !== null;) {
    stored.byteLength += part.length;
    if (stored.byteLength > bytesMax) throw new ServiceError(tooLarge);
    yield part;
    const next: IteratorResult<Buffer> = await rest.next();
    part = next.done === true ? null : next.value;
  }
}
