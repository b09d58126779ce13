import type { Readable } from 'node:stream';
import { randomBytes } from 'node:crypto';
import { mediaIdOf } from '@svc/domain';
import { contentTypeOf, extensionOf } from './content-types.js';

export interface MediaFile {
  bytes: Buffer;
  /** One of the content types that {@link decodeImage} and {@link decodeAudio} return. */
  contentType: string;
}

export interface OpenedMedia {
  contentType: string;
  byteLength: number;
  /** From its beginning, at most all bytes. The file stays open. */
  head(byteLength: number): Promise<Buffer>;
  /** `start` and `end` are included; default all. Call it once. */
  read(range?: { start: number; end: number }): Readable;
  close(): Promise<void>;
}

/** Stores the files of messages under the names that {@link newMediaId} gives. */
export interface MediaStorage {
  /**
   * Replaces what the file has, at once when all bytes have come. Of a stream only what is being written is
   * held. Rejects as the stream does, for an invalid id, and with ServiceError `unavailable`, as for a full disk.
   */
  put(mediaId: string, bytes: Buffer | AsyncIterable<Buffer>): Promise<void>;

  /** `null` if there is no such file, or the id is not valid. */
  open(mediaId: string): Promise<OpenedMedia | null>;

  /** Also what a process that died has left of it. Does nothing if there is no such file. */
  remove(mediaId: string): Promise<void>;

  /** Opens only as a link that is made of this ({@link MediaLinks}). */
  urlOf(mediaId: string): string;
}

const TOKEN_BYTES = 32;

/** 32 bytes in base64url, and an extension. It cannot name a file in another folder. */
const MEDIA_ID = /^p-([A-Za-z0-9_-]{43})\.([a-z0-9]{2,5})$/;

/** Cannot be guessed. Throws for a content type that no stored file has. */
export function newMediaId(contentType: string): string {
  const extension = extensionOf(contentType);
  if (extension === null) throw new Error(`No extension is known for ${contentType}`);
  return mediaIdOf(randomBytes(TOKEN_BYTES).toString('base64url'), extension);
}

/** `null` for a text that names no file. */
export function partsOfMediaId(mediaId: string): { token: string; contentType: string } | null {
  const [, token, extension = ''] = MEDIA_ID.exec(mediaId) ?? [];
  const contentType = contentTypeOf(extension);
  return token === undefined || contentType === null ? null : { token, contentType };
}
