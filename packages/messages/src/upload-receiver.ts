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
  /** `null` if the sender has not said how many come. */
  announcedBytes: number | null;
  /** Clean, for a file of any kind, which is stored as it is; `null` for a picture or a recording. */
  fileName: string | null;
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
   *   nothing can be stored, what {@link pictureAlone}, {@link withPicturePermit} and the bytes throw.
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
    const { owner, announcedBytes, fileName, rest } = sent;
    const { media, store } = this.#deps;
    const head = await headOf(rest);
    if (head.length === 0) throw invalidField('body', 'is required');
    const contentType = await (fileName === null ? typeOfHead(head) : kindOfFile(head, fileName));
    if (contentType === null) {
      const detail = 'The file must be a PNG, JPEG, GIF or WebP image, or an audio file';
      throw new ServiceError('unsupported_media_type', { detail });
    }
    const limit = limitOf(contentType, fileName);
    const bytesMax = announcedBytes ?? limit.bytesMax;
    if (bytesMax > limit.bytesMax) throw new ServiceError(limit.tooLarge);
    const mediaId = newMediaId(fileName === null ? contentType : FILE_TYPE.contentType);
    const reserved = { mediaId, contentType, byteLength: bytesMax, fileName };
    const takeBack = await store.uploads.begin(owner, [reserved]);
    let takenBytes = bytesMax;
    try {
      const stored = { mediaId, byteLength: 0 };
      await media.put(mediaId, counted(head, rest, { ...limit, stored }));
      if (fileName === null && contentType.startsWith('image/')) {
        const strip = () => this.#stripPicture(mediaId, contentType);
        stored.byteLength = await withPicturePermit(idOf(owner), strip);
      }
      takeBack(takenBytes - stored.byteLength);
      takenBytes = stored.byteLength;
      if (!(await store.uploads.finish([stored]))) throw new ServiceError('request_timeout');
      return { ...stored, contentType, url: media.urlOf(mediaId) };
    } catch (error) {
      takeBack(takenBytes);
      await this.discard(mediaId);
      throw error;
    }
  }

  /** Never rejects. */
  async discard(mediaId: string): Promise<void> {
    const { media, store } = this.#deps;
    // If this fails, the row stays, and both are removed later.
    await media
      .remove(mediaId)
      .then(() => store.media.forget([mediaId]))
      .catch(() => {});
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
