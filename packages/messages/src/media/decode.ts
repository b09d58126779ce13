import { AUDIO_BYTES_MAX, IMAGE_BYTES_MAX, ServiceError } from '@svc/domain';
import type { ErrorCode } from '@svc/domain';
import { decodeBase64 } from './base64.js';
import { AUDIO_TYPES, IMAGE_TYPES } from './content-types.js';
import type { StoredType } from './content-types.js';
import { HEAD_BYTES, typeOfHead } from './head.js';
import { inPictureTurn, pictureAlone } from './pictures.js';
import type { MediaFile } from './storage.js';

/**
 * Decodes an image from base64 text, with or without a data-URI prefix; the type that the prefix claims is ignored. Of the image the picture alone is left.
 *
 * @param owner whose turn it takes.
 * @throws ServiceError `image_too_large` over 5 MiB decoded; `invalid_image` for text that is not base64 and for content that is neither
 *   PNG, JPEG, GIF nor WebP; and what {@link pictureAlone} and {@link inPictureTurn} throw.
 */
export async function decodeImage(base64: string, owner: string): Promise<MediaFile> {
  const image = await decode(base64, {
    bytesMax: IMAGE_BYTES_MAX,
    tooLarge: 'image_too_large',
    invalid: 'invalid_image',
    types: IMAGE_TYPES,
  });
  return inPictureTurn(owner, () => pictureAlone(image));
}

/**
 * Decodes a voice recording from base64 text: M4A, AAC, MP3, Ogg, WebM or WAV.
 *
 * @throws ServiceError `audio_too_large` over 10 MiB decoded; `invalid_audio` otherwise.
 */
export function decodeAudio(base64: string): Promise<MediaFile> {
  return decode(base64, {
    bytesMax: AUDIO_BYTES_MAX,
    tooLarge: 'audio_too_large',
    invalid: 'invalid_audio',
    types: AUDIO_TYPES,
  });
}

interface Acceptance {
  bytesMax: number;
  tooLarge: ErrorCode;
  invalid: ErrorCode;
  types: Readonly<Record<string, StoredType>>;
}

async function decode(base64: string, acceptance: Acceptance): Promise<MediaFile> {
  const bytes = decodeBase64(base64, acceptance);
  // By its beginning alone, as a file that is sent by itself: a whole archive would be looked through before it is refused.
  const contentType = await typeOfHead(bytes.subarray(0, HEAD_BYTES));
  const isAccepted = Object.values(acceptance.types).some((type) => type.contentType === contentType);
  if (contentType === null || !isAccepted) throw new ServiceError(acceptance.invalid);
  return { bytes, contentType };
}
