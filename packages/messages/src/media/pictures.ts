import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, Semaphore, ServiceError } from '@svc/domain';
import type Sharp from 'sharp';
import type { MediaFile } from './media-storage.js';

/** Of the longer side, in pixels. */
const PREVIEW_SIDE_MAX = 1_600;

/** The largest picture takes some seconds. */
const SECONDS_MAX = 30;

const WAITING_MAX = 1_000;
const WAITING_PER_OWNER_MAX = 64;
const WAIT_MS_MAX = 60_000;

/** A picture that others have compressed better may grow when it is written anew. */
const WRITTEN_BYTES_MAX = 2 * IMAGE_BYTES_MAX;

const pictures = new Semaphore({
  ...{ max: 1, waitingMax: WAITING_MAX, waitingPerKeyMax: WAITING_PER_OWNER_MAX },
  waitMsMax: WAIT_MS_MAX,
});

/**
 * In a process one picture is worked on at a time, for owners in turn: each takes one of the few threads that
 * files, names of hosts and hashes of passwords need too.
 *
 * @throws ServiceError `rate_limited` if too many of the owner wait, `unavailable` if too many do in all.
 */
export function withPicturePermit<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
  return pictures.run(work, owner);
}

const WRITTEN = {
  'image/gif': ['gif', { effort: 1 }],
  'image/jpeg': ['jpeg', { quality: 90 }],
  'image/png': ['png', { adaptiveFiltering: true }],
  'image/webp': ['webp', { quality: 90, effort: 2 }],
} as const;

/**
 * In its own type, upright, with colours and movement, and nothing beside it. Call it with a permit.
 *
 * @throws ServiceError `invalid_image` for what cannot be decoded, or declares more than `IMAGE_PIXELS_MAX`;
 *   `image_too_large` for what would be larger than {@link WRITTEN_BYTES_MAX}.
 */
export async function pictureAlone({ bytes, contentType }: MediaFile): Promise<MediaFile> {
  const [format, options] = WRITTEN[contentType as keyof typeof WRITTEN];
  const sharp = await loadSharp();
  const written = await decoded(async () => {
    const { width, height, pageHeight = height, space } = await sharp(bytes, HEADERS).metadata();
    const { side, all, frames } = IMAGE_PIXELS_MAX;
    if (Math.max(width, pageHeight) > side || width * pageHeight > all || width * height > frames) {
      throw new ServiceError('invalid_image', {
        detail: 'Image has more than 50 million pixels, or more than 16,384 on a side',
      });
    }
    return sharp(bytes, { failOn: 'error', animated: true, limitInputPixels: frames })
      .autoOrient()
      .keepIccProfile()
      .toColourspace(space === 'cmyk' ? 'srgb' : space)
      .toFormat(format, options)
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer();
  });
  if (written.length > WRITTEN_BYTES_MAX) {
    throw new ServiceError('image_too_large', {
      detail: 'Image is larger than 10 MB when it is written without its metadata',
    });
  }
  return { bytes: written, contentType };
}

/**
 * A WebP, upright and small enough for a phone; `null` if the picture is so itself. It moves if all frames
 * together are no more than one picture may be. Call it with a permit.
 */
export async function previewOf(bytes: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp();
  const { width, height, pageHeight = height } = await sharp(bytes, HEADERS).metadata();
  if (Math.max(width, pageHeight) <= PREVIEW_SIDE_MAX) return null;
  const limitInputPixels = IMAGE_PIXELS_MAX.all;
  return sharp(bytes, { failOn: 'none', animated: width * height <= limitInputPixels, limitInputPixels })
    .autoOrient()
    .resize({ width: PREVIEW_SIDE_MAX, height: PREVIEW_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .webp({ effort: 2 })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer();
}

/** No pixels are limited where only the headers are read. The height is that of all frames together. */
const HEADERS = { failOn: 'none', animated: true, limitInputPixels: false } as const;

async function decoded<Result>(decode: () => Promise<Result>): Promise<Result> {
  try {
    return await decode();
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError('invalid_image', { detail: 'Image cannot be decoded', cause });
  }
}

/** Loading takes memory and time, so it waits for the first picture. */
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  // libvips opens many other kinds of files.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  });
  return sharp;
}
