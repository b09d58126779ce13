import { Readable } from 'node:stream';
import type { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of a zip. Its content is read when those before it are read. */
export interface ZippedFile {
  path: string;
  content: AsyncIterable<string | Buffer>;
  /** Whether it is compressed. Pictures and recordings are already. */
  isPacked: boolean;
  /** Default: now. */
  changedAt?: Date;
}

/** How many bytes of a zip have been read. What is still on its way through the compression does not count. */
export interface ZipSoFar {
  bytes: number;
}

/**
 * The bytes of a zip, as fast as they are taken. Of the files' contents a few buffers are in memory, and of each file that is written about 1 KB, since the end of a zip
 * lists all of them. Sizes beyond 4 GiB, and more than 65,535 files, are written as Zip64 says.
 */
export async function* zipOf(
  filesOf: (soFar: ZipSoFar) => AsyncIterable<ZippedFile>,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
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
    // If the reader stops, what is being read ends too, and closes what it has open.
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
