import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCodesOf, ServiceError } from '@svc/domain';
import { STORED_TYPES } from './content-types.js';

export interface MediaFile {
  bytes: Buffer;
  /** One of the content types that {@link decodeImage} and {@link decodeAudio} return. */
  contentType: string;
}

export interface StoredMedia {
  /** Absolute. */
  path: string;
  contentType: string;
  byteLength: number;
}

const UNFINISHED = '.part';

/**
 * The files of messages, under the names that {@link newMediaId} gives, in
 * `DATA_DIR/media/<first two characters of the token>/<name>`.
 */
export class MediaStorage {
  readonly #folder: string;
  readonly #urlPrefix: string;

  constructor({ dataDir, publicBaseUrl }: { dataDir: string; publicBaseUrl: string }) {
    this.#folder = resolve(dataDir, 'media');
    this.#urlPrefix = `${publicBaseUrl.replace(/\/+$/, '')}/media/`;
  }

  /**
   * Replaces what the file has, at once when all bytes have come. Of a stream only what is being written is
   * held. Rejects as the stream does, for an invalid id, and with ServiceError `unavailable`, as for a full disk.
   */
  async put(mediaId: string, bytes: Buffer | AsyncIterable<Buffer>): Promise<void> {
    const file = this.#fileOf(mediaId);
    if (file === null) throw new Error(`No file can be called ${JSON.stringify(mediaId)}`);
    const { path } = file;
    const unfinished = path + UNFINISHED;
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(unfinished, bytes);
      await rename(unfinished, path);
    } catch (error) {
      // If the disk takes not even this, the removal of the file tries again.
      await rm(unfinished, { force: true }).catch(() => {});
      throw fromDisk(error);
    }
  }

  /** `null` if there is no such file, or the id is not valid. */
  async find(mediaId: string): Promise<StoredMedia | null> {
    const file = this.#fileOf(mediaId);
    if (file === null) return null;
    try {
      return { ...file, byteLength: (await stat(file.path)).size };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Also what a process that died has left of it. Does nothing if there is no such file. */
  async remove(mediaId: string): Promise<void> {
    const file = this.#fileOf(mediaId);
    if (file === null) return;
    await rm(file.path + UNFINISHED, { force: true });
    await rm(file.path, { force: true });
  }

  /** Opens only as a link that is made of this ({@link MediaLinks}). */
  urlOf(mediaId: string): string {
    return this.#urlPrefix + mediaId;
  }

  /** `null` for a text that names no file. */
  #fileOf(mediaId: string): { path: string; contentType: string } | null {
    const [, folder = '', extension] = MEDIA_ID.exec(mediaId) ?? [];
    const type = STORED_TYPES.find((each) => each.extension === extension);
    return type === undefined
      ? null
      : { path: join(this.#folder, folder, mediaId), contentType: type.contentType };
  }
}

/** Node.js says so when the disk takes nothing at present, or too many files are open. */
const DISK_CODES = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE'],
]);

const DISK_RETRY_AFTER_S = 30;

function fromDisk(error: unknown): unknown {
  if (!errorCodesOf(error).some((code) => DISK_CODES.has(code))) return error;
  return new ServiceError('unavailable', {
    detail: 'No files can be stored at present',
    retryAfterSeconds: DISK_RETRY_AFTER_S,
    cause: error,
  });
}

const TOKEN_BYTES = 32;

/** 32 bytes in base64url, and an extension. It cannot name a file in another folder. */
const MEDIA_ID = /^p-([A-Za-z0-9_-]{2})[A-Za-z0-9_-]{41}\.([a-z0-9]{2,5})$/;

/** Cannot be guessed. Throws for a content type that no stored file has. */
export function newMediaId(contentType: string): string {
  const type = STORED_TYPES.find((each) => each.contentType === contentType);
  if (type === undefined) throw new Error(`No extension is known for ${contentType}`);
  return `p-${randomBytes(TOKEN_BYTES).toString('base64url')}.${type.extension}`;
}
