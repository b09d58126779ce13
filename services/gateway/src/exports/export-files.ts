import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline, finished } from 'node:stream/promises';
import type { ClaimedExport } from '@svc/store';
import { ZipFile } from 'yazl';

/** No id can name a file in another folder. */
export const isExportId = (text: string): boolean => /^exp_[0-9a-f]{32}$/.test(text);

/** Of one file: 2 GiB. */
export const EXPORT_BYTES_MAX = 2 * 1024 ** 3;

export class ExportTooLargeError extends Error {}

/** `DATA_DIR/exports/<export id>.zip`. All gateways share the folder. */
export class ExportFiles {
  readonly #folder: string;
  readonly #bytesMax: number;

  /** `bytesMax` is for one file. Default {@link EXPORT_BYTES_MAX}. */
  constructor(options: { dataDir: string; bytesMax?: number }) {
    this.#folder = resolve(options.dataDir, 'exports');
    this.#bytesMax = options.bytesMax ?? EXPORT_BYTES_MAX;
  }

  /** Names the file when it is complete on the disk. Resolves with its bytes. @throws ExportTooLargeError. */
  async write(
    { exportId, attempt }: Omit<ClaimedExport, 'userId'>,
    content: AsyncIterable<Buffer>,
  ): Promise<number> {
    const path = this.pathOf(exportId);
    const unfinished = partOf(path, attempt);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      const file = createWriteStream(unfinished, { mode: 0o600, flush: true });
      await pipeline(this.#bounded(content), file);
      await rename(unfinished, path);
      return file.bytesWritten;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  /** Also what attempts that were killed have left. */
  async remove(exportId: string, attemptsMax: number): Promise<void> {
    const path = this.pathOf(exportId);
    const parts = Array.from({ length: attemptsMax }, (_, index) => partOf(path, index + 1));
    for (const each of [path, ...parts]) await rm(each, { force: true });
  }

  /** Of all exports that have a file here, complete or not. */
  async ids(): Promise<string[]> {
    const names = (await readdir(this.#folder).catch(nullIfAbsent)) ?? [];
    return [...new Set(names.map((name) => name.split('.', 1)[0] ?? ''))].filter(isExportId);
  }

  /** Absolute. */
  pathOf(exportId: string): string {
    if (!isExportId(exportId)) throw new Error('This is no id of an export');
    return join(this.#folder, `${exportId}.zip`);
  }

  async *#bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > this.#bytesMax) throw new ExportTooLargeError('The export is too large');
      yield chunk;
    }
  }
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function partOf(path: string, attempt: number): string {
  return `${path}.${attempt}.part`;
}

/** Its content is read when those before it are read. */
export interface ZippedFile {
  path: string;
  content: AsyncIterable<string | Buffer>;
  /** Compressed. Pictures and recordings are already. */
  isPacked: boolean;
  /** Default: now. */
  changedAt?: Date;
}

/** Bytes that have been read. What is still in the compression does not count. */
export interface ZipSoFar {
  bytes: number;
}

/**
 * The bytes of a zip, as fast as they are taken. About 1 KB of each file stays in memory, since the end of a
 * zip lists them all. Sizes beyond 4 GiB, and more than 65,535 files, are written as Zip64 says.
 */
export async function* zipOf(
  filesOf: (soFar: ZipSoFar) => AsyncIterable<ZippedFile>,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const soFar: ZipSoFar = { bytes: 0 };
  const stop = new AbortController();
  const filled = fill(zip, filesOf(soFar), stop.signal).catch((error: Error) => void output.destroy(error));
  zip.on('error', (error: Error) => output.destroy(error));
  try {
    for await (const chunk of output as AsyncIterable<Buffer>) {
      soFar.bytes += chunk.length;
      yield chunk;
    }
  } finally {
    // If the reader stops, what is being read closes what it has open.
    stop.abort();
    await filled;
  }
}

async function fill(zip: ZipFile, files: AsyncIterable<ZippedFile>, signal: AbortSignal): Promise<void> {
  for await (const { path, content, isPacked, changedAt: mtime } of files) {
    signal.throwIfAborted();
    const source = { stream: Readable.from(content, { signal }) };
    const ended = finished(source.stream);
    // The zip keeps this function to its end. It must not keep the stream.
    zip.addReadStreamLazy(path, { compress: isPacked, ...(mtime && { mtime }) }, handOver(source));
    await ended;
  }
  zip.end();
}

type Taker = (error: unknown, stream: NodeJS.ReadableStream) => void;

function handOver(source: { stream?: Readable }): (take: Taker) => void {
  return (take) => {
    const { stream } = source;
    delete source.stream;
    if (stream !== undefined) take(null, stream);
  };
}
