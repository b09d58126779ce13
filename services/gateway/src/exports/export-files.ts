import { createWriteStream } from 'node:fs';
import type { ReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** The id of an export. It cannot name a file in another folder. */
const EXPORT_ID = /^exp_[0-9a-f]{32}$/;

/** Whether a text is the id of an export. */
export const isExportId = (text: string): boolean => EXPORT_ID.test(text);

/** A file that is open, and its size in bytes. Destroying the stream closes the file. */
export interface OpenedExport {
  stream: ReadStream;
  bytes: number;
}

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
      const bytes = await settled(unfinished);
      await rename(unfinished, path);
      return bytes;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  /** `null` if there is no such file. Another attempt may put its file in the place of this one meanwhile: what is open stays what it is. */
  async read(exportId: string): Promise<OpenedExport | null> {
    const handle = await open(this.#pathOf(exportId)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (handle === null) return null;
    try {
      const { size } = await handle.stat();
      return { stream: handle.createReadStream(), bytes: size };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Removes the file, and what attempts that were killed have left of it. */
  async remove(exportId: string, attemptsMax: number): Promise<void> {
    const path = this.#pathOf(exportId);
    const parts = Array.from({ length: attemptsMax }, (_, index) => partOf(path, index + 1));
    for (const each of [path, ...parts]) await rm(each, { force: true });
  }

  #pathOf(exportId: string): string {
    if (!isExportId(exportId)) throw new Error('This is no id of an export');
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

/** Waits until the file is on the disk. Returns its size in bytes. */
async function settled(path: string): Promise<number> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

function partOf(path: string, attempt: number): string {
  return `${path}.${attempt}.part`;
}
