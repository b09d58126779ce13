import { strippedGif } from './metadata/gif.js';
import { strippedJpeg } from './metadata/jpeg.js';
import { strippedPng } from './metadata/png.js';
import { strippedWebp } from './metadata/webp.js';
import type { MediaFile } from './storage.js';

const STRIPPED: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/gif': strippedGif,
  'image/jpeg': strippedJpeg,
  'image/png': strippedPng,
  'image/webp': strippedWebp,
};

/**
 * The same picture without what cameras and programs have written beside it: where and when it was taken, by whom
 * and with what. The picture itself is not compressed again, and keeps its colours, its movement and how it is to be turned.
 *
 * @throws ServiceError `invalid_image` for a picture of so many parts that going through them would hold up others.
 */
export function withoutMetadata(image: MediaFile): MediaFile {
  const stripped = STRIPPED[image.contentType];
  return stripped === undefined ? image : { ...image, bytes: stripped(image.bytes) };
}
