import { randomBytes } from 'node:crypto';
import { mediaIdOf } from '@svc/domain';
import { contentTypeOf, extensionOf } from './content-types.js';

const TOKEN_BYTES = 32;

/** A token of 32 bytes in base64url, and an extension. It cannot name a file in another folder. */
const MEDIA_ID = /^p-([A-Za-z0-9_-]{43})\.([a-z0-9]{2,5})$/;

/** The name of a new file, which cannot be guessed. Throws for a content type that no stored file has. */
export function newMediaId(contentType: string): string {
  const extension = extensionOf(contentType);
  if (extension === null) throw new Error(`No extension is known for ${contentType}`);
  return mediaIdOf(randomBytes(TOKEN_BYTES).toString('base64url'), extension);
}

/** What the name of a file says of it; `null` for a text that names no file. */
export function partsOfMediaId(mediaId: string): { token: string; contentType: string } | null {
  const [, token, extension = ''] = MEDIA_ID.exec(mediaId) ?? [];
  const contentType = contentTypeOf(extension);
  return token === undefined || contentType === null ? null : { token, contentType };
}
