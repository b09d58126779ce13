import type { Readable } from 'node:stream';
import { Semaphore } from '@svc/domain';

/** Parts of files, of 64 KiB each, that are read at once, for all readers together. Sending so many takes a millisecond or two. */
export const PARTS_AT_ONCE = 8;

/**
 * Reads files part by part. Whoever has a link may read a file in five hundred connections at once. Calls of others come between two parts,
 * and not after a part of each file.
 */
export class FileParts {
  readonly #reading = new Semaphore({ max: PARTS_AT_ONCE });

  async *of(file: Readable): AsyncGenerator<Buffer> {
    const parts = file.iterator() as AsyncIterator<Buffer>;
    try {
      for (;;) {
        const part = await this.#reading.run(() => nextOf(parts));
        if (part.done === true) return;
        yield part.value;
      }
    } finally {
      await parts.return?.();
    }
  }
}

/** What was read ahead is there at once. Without the pause the parts of all files would follow each other before anything else is looked at. */
async function nextOf(parts: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
  const part = await parts.next();
  await new Promise((resolve) => setImmediate(resolve));
  return part;
}
