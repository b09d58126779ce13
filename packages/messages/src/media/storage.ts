import type { Readable } from 'node:stream';

export interface MediaFile {
  bytes: Buffer;
  /** One of the content types that {@link decodeImage} and {@link decodeAudio} return. */
  contentType: string;
}

export interface StoredMedia {
  /** The last part of the public URL: 43 random characters and the extension. */
  mediaId: string;
  /** The public URL. */
  url: string;
}

export interface OpenedMedia {
  contentType: string;
  byteLength: number;
  /** The bytes from `start` to `end`, both included; by default all bytes. Call it once. */
  read(range?: { start: number; end: number }): Readable;
  /** Releases the file if it is not read. Idempotent. */
  close(): Promise<void>;
}

/** Stores the files of messages. Anybody who knows a file's URL may read it, so the URL cannot be guessed. */
export interface MediaStorage {
  put(file: MediaFile): Promise<StoredMedia>;

  /** `null` if there is no such file, or the id is not valid. */
  open(mediaId: string): Promise<OpenedMedia | null>;

  /** Does nothing if there is no such file. */
  remove(mediaId: string): Promise<void>;
}
