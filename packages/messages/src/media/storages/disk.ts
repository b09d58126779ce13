import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { partsOfMediaId } from '../media-ids.js';
import type { MediaStorage, OpenedMedia } from '../storage.js';

export interface DiskMediaStorageOptions {
  /** The folder that holds `media/`. */
  dataDir: string;
  /** The beginning of every URL, such as `https://example.com`. */
  publicBaseUrl: string;
}

/** What a file is called until it is complete. */
const UNFINISHED = '.part';

/** Files in `DATA_DIR/media/<first two characters of the token>/<name>`. */
export class DiskMediaStorage implements MediaStorage {
  readonly #folder: string;
  readonly #urlPrefix: string;

  constructor(options: DiskMediaStorageOptions) {
    this.#folder = join(options.dataDir, 'media');
    this.#urlPrefix = `${options.publicBaseUrl.replace(/\/+$/, '')}/media/`;
  }

  /** The file gets its name only when it is complete. */
  async put(mediaId: string, bytes: Buffer | AsyncIterable<Buffer>): Promise<void> {
    const path = this.#pathOf(mediaId);
    if (path === null) throw new Error(`No file can be called ${JSON.stringify(mediaId)}`);
    const unfinished = path + UNFINISHED;
    await mkdir(dirname(path), { recursive: true });
    try {
      if (Buffer.isBuffer(bytes)) await writeFile(unfinished, bytes);
      else await pipeline(bytes, createWriteStream(unfinished));
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
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
      // The stream closes the handle at its end or when it is destroyed.
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

async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
