import { createReadStream, createWriteStream } from 'node:fs';
import type { ReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** The id of an export. It cannot name a file in another folder. */
const EXPORT_ID = /^exp_[0-9a-f]{32}$/;

/** The file would be larger than it may be. */
export class ExportTooLargeError extends Error {}

/** The files of exports: `DATA_DIR/exports/<export id>.jsonl.gz`. All gateways share the folder. */
export class ExportFiles {
  readonly #folder: string;
  readonly #bytesMax: number;

  /** @param options.bytesMax compressed size of one file at most. Default 2 GiB. */
  constructor(options: { dataDir: string; bytesMax?: number }) {
    this.#folder = join(options.dataDir, 'exports');
    this.#bytesMax = options.bytesMax ?? 2 * 1024 ** 3;
  }

  /**
   * Writes lines of text, as fast as the disk takes them. The file gets its name only when it is complete and on the disk. Each attempt has a name of its own
   * until then.
   *
   * @returns its size in bytes.
   * @throws ExportTooLargeError.
   */
  async write(exportId: string, attempt: number, lines: AsyncIterable<string>): Promise<number> {
    const path = this.#pathOf(exportId);
    const unfinished = partOf(path, attempt);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      const size = this.#bound();
      await pipeline(
        Readable.from(lines),
        createGzip(),
        size,
        createWriteStream(unfinished, { mode: 0o600 }),
      );
      const handle = await open(unfinished, 'r');
      await handle.sync().finally(() => handle.close());
      await rename(unfinished, path);
      return (await stat(path)).size;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  /** `null` if there is no such file. */
  async read(exportId: string): Promise<ReadStream | null> {
    const stream = createReadStream(this.#pathOf(exportId));
    return new Promise((resolve, reject) => {
      stream.once('open', () => resolve(stream));
      stream.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ENOENT' ? resolve(null) : reject(error),
      );
    });
  }

  /** Removes the file, and what attempts that were killed have left of it. */
  async remove(exportId: string, attemptsMax: number): Promise<void> {
    const path = this.#pathOf(exportId);
    const parts = Array.from({ length: attemptsMax }, (_, index) => partOf(path, index + 1));
    for (const each of [path, ...parts]) await rm(each, { force: true });
  }

  #pathOf(exportId: string): string {
    if (!EXPORT_ID.test(exportId)) throw new Error('This is no id of an export');
    return join(this.#folder, `${exportId}.jsonl.gz`);
  }

  #bound(): Transform {
    let bytes = 0;
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        bytes += chunk.length;
        if (bytes > this.#bytesMax) done(new ExportTooLargeError('The export is too large'));
        else done(null, chunk);
      },
    });
  }
}

function partOf(path: string, attempt: number): string {
  return `${path}.${attempt}.part`;
}
