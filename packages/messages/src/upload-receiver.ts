import { AUDIO_BYTES_MAX, IMAGE_BYTES_MAX, ServiceError, Turns } from '@svc/domain';
import type { ErrorCode } from '@svc/domain';
import type { UploadOwner } from '@svc/store';
import type { PlacingDependencies } from './message-media.js';
import { HEAD_BYTES, typeOfHead } from './media/head.js';
import { newMediaId } from './media/media-ids.js';
import { withoutMetadata } from './media/without-metadata.js';

/** Pictures of people that are stripped at once. Each is held twice meanwhile. */
const STRIPPED_AT_ONCE = 2;

export interface SentUpload {
  owner: UploadOwner;
  /** Rejects with a ServiceError if the rest of the file is refused. */
  bytes: AsyncIterable<Buffer>;
  /** As the sender has announced it; `null` if it has not. */
  byteLength: number | null;
}

export interface ReceivedUpload {
  mediaId: string;
  contentType: string;
  byteLength: number;
  /** Not signed. */
  url: string;
}

/**
 * Stores files while they come. Of each, {@link HEAD_BYTES} are held until its type is known, and then what is being written. Of a person's picture
 * only the picture is kept: when it is complete, it is read and written once more.
 */
export class UploadReceiver {
  readonly #deps: PlacingDependencies;
  readonly #turns = new Turns(STRIPPED_AT_ONCE);

  constructor(deps: PlacingDependencies) {
    this.#deps = deps;
  }

  /**
   * @throws ServiceError `unsupported_media_type` for what is no picture and no recording, `image_too_large`, `audio_too_large`, `quota_exceeded`, and what
   *   the bytes reject with. Then nothing is stored.
   */
  async receive({ owner, bytes, byteLength }: SentUpload): Promise<ReceivedUpload> {
    const rest = bytes[Symbol.asyncIterator]();
    try {
      return await this.#receive({ owner, byteLength, rest });
    } finally {
      // Ends the reading of a file that was refused.
      void Promise.resolve(rest.return?.()).catch(() => {});
    }
  }

  async #receive({
    owner,
    byteLength,
    rest,
  }: Omit<SentUpload, 'bytes'> & { rest: AsyncIterator<Buffer> }): Promise<ReceivedUpload> {
    const { media, store } = this.#deps;
    const head = await headOf(rest);
    const contentType = await typeOfHead(head);
    if (contentType === null) {
      const detail = 'The file must be a PNG, JPEG, GIF or WebP image, or an audio file';
      throw new ServiceError('unsupported_media_type', { detail });
    }
    const limit = contentType.startsWith('image/') ? IMAGE_LIMIT : AUDIO_LIMIT;
    if ((byteLength ?? 0) > limit.bytesMax) throw new ServiceError(limit.tooLarge);
    const mediaId = newMediaId(contentType);
    const reserved = { mediaId, contentType, byteLength: byteLength ?? limit.bytesMax };
    await store.uploads.begin(owner, [reserved]);
    try {
      const stored = { mediaId, byteLength: 0 };
      await media.put(mediaId, counted(head, rest, { ...limit, stored }));
      if ('userId' in owner && contentType.startsWith('image/')) {
        stored.byteLength = await this.#turns.take(() => this.#strip({ mediaId, contentType }));
      }
      if (!(await store.uploads.finish([stored]))) throw new ServiceError('request_timeout');
      return { ...stored, contentType, url: media.urlOf(mediaId) };
    } catch (error) {
      await media.remove(mediaId).catch(() => {});
      // If this fails too, the file and its row are removed later, like those of a process that has died.
      await store.uploads.forget([mediaId]).catch(() => {});
      throw error;
    }
  }

  async #strip({ mediaId, contentType }: { mediaId: string; contentType: string }): Promise<number> {
    const { media } = this.#deps;
    const opened = await media.open(mediaId);
    if (opened === null) throw new ServiceError('request_timeout');
    const parts: Buffer[] = [];
    for await (const part of opened.read()) parts.push(part as Buffer);
    const stripped = withoutMetadata({ bytes: Buffer.concat(parts), contentType }).bytes;
    await media.put(mediaId, stripped);
    return stripped.length;
  }
}

interface Limit {
  bytesMax: number;
  tooLarge: ErrorCode;
}

const IMAGE_LIMIT: Limit = { bytesMax: IMAGE_BYTES_MAX, tooLarge: 'image_too_large' };
const AUDIO_LIMIT: Limit = { bytesMax: AUDIO_BYTES_MAX, tooLarge: 'audio_too_large' };

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

/** The whole file again. Counts it, and ends with the refusal as soon as it is too large. */
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
