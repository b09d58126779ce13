import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCodesOf, ServiceError } from '@svc/domain';
import { partsOfMediaId } from '../storage.js';
import type { MediaStorage, OpenedMedia } from '../storage.js';

export interface DiskMediaStorageOptions {
  dataDir: string;
  publicBaseUrl: string;
}

const UNFINISHED = '.part';

/** Files in `DATA_DIR/media/<first two characters of the token>/<name>`. */
export class DiskMediaStorage implements MediaStorage {
  readonly #folder: string;
  readonly #urlPrefix: string;

  constructor(options: DiskMediaStorageOptions) {
    this.#folder = join(options.dataDir, 'media');
    this.#urlPrefix = `${options.publicBaseUrl.replace(/\/+$/, '')}/media/`;
  }

  async put(mediaId: string, bytes: Buffer | AsyncIterable<Buffer>): Promise<void> {
    const path = this.#pathOf(mediaId);
    if (path === null) throw new Error(`No file can be called ${JSON.stringify(mediaId)}`);
    const unfinished = path + UNFINISHED;
    try {
      await makeFolder(dirname(path));
      await writeFile(unfinished, bytes);
      await rename(unfinished, path);
    } catch (error) {
      // If the disk takes not even this, the removal of the file tries again.
      await rm(unfinished, { force: true }).catch(() => {});
      throw fromDisk(error);
    }
  }

  async open(mediaId: string): Promise<OpenedMedia | null> {
    const parts = partsOfMediaId(mediaId);
    const path = this.#pathOf(mediaId);
    const handle = path === null ? null : await openExisting(path);
    if (parts === null || handle === null) return null;
    const { size } = await handle.stat();
    return {
      contentType: parts.contentType,
      byteLength: size,
      head: async (byteLength) => {
        const bytes = Buffer.alloc(Math.min(byteLength, size));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
        return bytes.subarray(0, bytesRead);
      },
      // The stream closes the handle.
      read: (range) => handle.createReadStream(range),
      close: () => handle.close(),
    };
  }

  async remove(mediaId: string): Promise<void> {
    const path = this.#pathOf(mediaId);
    if (path === null) return;
    await rm(path + UNFINISHED, { force: true });
    await rm(path, { force: true });
  }

  urlOf(mediaId: string): string {
    return this.#urlPrefix + mediaId;
  }

  #pathOf(mediaId: string): string | null {
    const parts = partsOfMediaId(mediaId);
    return parts === null ? null : join(this.#folder, parts.token.slice(0, 2), mediaId);
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Node.js says ENOENT for whatever fails in a recursive call, so that is made only for a missing parent.
    if (code === 'ENOENT') await mkdir(path, { recursive: true });
    else if (code !== 'EEXIST') throw error;
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

async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
