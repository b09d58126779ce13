import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentTypeOf, extensionOf } from '../content-types.js';
import type { MediaFile, MediaStorage, OpenedMedia, StoredMedia } from '../storage.js';

export interface DiskMediaStorageOptions {
  /** The folder that holds `media/`. */
  dataDir: string;
  /** The beginning of every URL, such as `https://example.com`. */
  publicBaseUrl: string;
}

const TOKEN_BYTES = 32;

/** A token of 32 bytes in base64url and an extension. It cannot name a file in another folder. */
const MEDIA_ID = /^[A-Za-z0-9_-]{43}\.([a-z0-9]{2,5})$/;

/** Files in `DATA_DIR/media/<first two characters>/<token>.<extension>`. */
export class DiskMediaStorage implements MediaStorage {
  readonly #folder: string;
  readonly #urlPrefix: string;

  constructor(options: DiskMediaStorageOptions) {
    this.#folder = join(options.dataDir, 'media');
    this.#urlPrefix = `${options.publicBaseUrl.replace(/\/+$/, '')}/media/`;
  }

  /** The file gets its name only when it is complete. */
  async put(file: MediaFile): Promise<StoredMedia> {
    const extension = extensionOf(file.contentType);
    if (extension === null) throw new Error(`No extension is known for ${file.contentType}`);
    const mediaId = `${randomBytes(TOKEN_BYTES).toString('base64url')}.${extension}`;
    const path = this.#pathOf(mediaId);
    const unfinished = `${path}.part`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await writeFile(unfinished, file.bytes);
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return { mediaId, url: this.#urlPrefix + mediaId };
  }

  async open(mediaId: string): Promise<OpenedMedia | null> {
    const extension = MEDIA_ID.exec(mediaId)?.[1];
    const contentType = extension === undefined ? null : contentTypeOf(extension);
    if (contentType === null) return null;
    const handle = await openExisting(this.#pathOf(mediaId));
    if (handle === null) return null;
    const { size } = await handle.stat();
    return {
      contentType,
      byteLength: size,
      // The stream closes the handle at its end or when it is destroyed.
      read: (range) => handle.createReadStream(range),
      close: () => handle.close(),
    };
  }

  async remove(mediaId: string): Promise<void> {
    if (MEDIA_ID.test(mediaId)) await rm(this.#pathOf(mediaId), { force: true });
  }

  #pathOf(mediaId: string): string {
    return join(this.#folder, mediaId.slice(0, 2), mediaId);
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
