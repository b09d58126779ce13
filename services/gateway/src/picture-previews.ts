import { Readable } from 'node:stream';
import { IMAGE_PIXELS_MAX, Semaphore } from '@svc/domain';
import { HEAD_BYTES, sizeOfPicture } from '@svc/messages';
import type { OpenedMedia } from '@svc/messages';
import type { Logger } from '@svc/runtime';
import type Sharp from 'sharp';

/** What a preview has on its longer side, in pixels. */
const PREVIEW_SIDE_MAX = 1_600;

/** What one may take; the largest takes some seconds. */
const SECONDS_MAX = 30;

/** Previews of one user's pictures that are waited for; beyond them these are shown as they are. */
const WAITING_PER_OWNER_MAX = 64;

/**
 * Pictures as a page shows them: upright, and small enough for a phone. One preview is made at a time, and the owners of pictures take turns: each
 * works in a thread of the few that files, names of hosts and hashes of passwords need too. None is kept, so nothing has to be removed with its picture.
 */
export class PicturePreviews {
  readonly #logger: Logger;
  readonly #making = new Semaphore({ max: 1 });

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * The preview of a picture, which is closed then. What is small enough, no picture or cannot be read is given back as it is. Never rejects.
   *
   * @param asker `ownerOf` is asked if a preview has to be made, `isGone` before it is made.
   */
  async of(
    file: OpenedMedia,
    { ownerOf, isGone }: { ownerOf: () => Promise<string | null>; isGone: () => boolean },
  ): Promise<OpenedMedia> {
    const { contentType } = file;
    if (!contentType.startsWith('image/')) return file;
    try {
      const size = sizeOfPicture({ bytes: await file.head(HEAD_BYTES), contentType });
      if (size !== null && Math.max(size.width, size.height) <= PREVIEW_SIDE_MAX) return file;
      const owner = (await ownerOf()) ?? '';
      if (this.#making.waitingCountOf(owner) >= WAITING_PER_OWNER_MAX) return file;
      const make = async () => (isGone() ? null : webpOf(await file.head(file.byteLength)));
      const preview = await this.#making.run(make, owner);
      if (preview === null) return file;
      await file.close();
      return inMemory(preview);
    } catch (error) {
      this.#logger.warn({ err: error }, 'no preview was made');
      return file;
    }
  }
}

/** A picture that moves goes on moving, if all of its frames together are no more than one picture may be. */
async function webpOf(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: IMAGE_PIXELS_MAX.all, failOn: 'none' } as const;
  const { pages = 1, width, height, pageHeight = height } = await sharp(bytes, options).metadata();
  const isAnimated = pages > 1 && pages * width * pageHeight <= IMAGE_PIXELS_MAX.all;
  return sharp(bytes, { ...options, animated: isAnimated })
    .autoOrient()
    .resize({ width: PREVIEW_SIDE_MAX, height: PREVIEW_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .webp({ effort: 2 })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer();
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

function inMemory(bytes: Buffer): OpenedMedia {
  return {
    contentType: 'image/webp',
    byteLength: bytes.length,
    head: async (byteLength) => bytes.subarray(0, byteLength),
    read: ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
      Readable.from([bytes.subarray(start, end + 1)]),
    close: async () => {},
  };
}
