import { Readable } from 'node:stream';
import { inPictureTurn, previewOf } from '@svc/messages';
import type { OpenedMedia } from '@svc/messages';
import type { Logger } from '@svc/runtime';

/** Pictures as a page shows them: upright, and small enough for a phone. None is kept, so nothing has to be removed with its picture. */
export class PicturePreviews {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * The preview of a picture, which is closed then. What is small enough, no picture or cannot be read is given back as it is, and so is a picture whose owner
   * has too many waiting. Never rejects.
   *
   * @param asker `isGone` is asked before a preview is made.
   */
  async of(
    file: OpenedMedia,
    { ownerOf, isGone }: { ownerOf: () => Promise<string | null>; isGone: () => boolean },
  ): Promise<OpenedMedia> {
    if (!file.contentType.startsWith('image/')) return file;
    try {
      const make = async () => (isGone() ? null : previewOf(await file.head(file.byteLength)));
      const preview = await inPictureTurn((await ownerOf()) ?? '', make);
      if (preview === null) return file;
      await file.close();
      return inMemory(preview);
    } catch (error) {
      this.#logger.warn({ err: error }, 'no preview was made');
      return file;
    }
  }
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
