import type { MediaStorage } from '@svc/messages';
import type { ExportedFile } from '@svc/store';
import { rowPages } from './export-pages.js';
import type { ExportLine } from './export-pages.js';

/**
 * Bytes of a file that one line holds. A multiple of three, so that only the last part of a file ends with padding, and the base64 texts of
 * all parts make one.
 */
export const PART_BYTES = 192 * 1024;

/** How many more bytes of files an export may hold. What does not fit is listed without its bytes. */
export class MediaRoom {
  #bytes: number;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Whether there is room; it is taken then. */
  take(byteLength: number): boolean {
    if (byteLength > this.#bytes) return false;
    this.#bytes -= byteLength;
    return true;
  }
}

/** Files: of each a line that says what it is, and then its bytes, in lines of a bounded size. */
export async function* filesOf(
  media: Pick<MediaStorage, 'open'>,
  room: MediaRoom,
  pageAfter: (mediaId: string) => Promise<ExportedFile[]>,
): AsyncGenerator<ExportLine[]> {
  const listed = rowPages((last: ExportedFile | undefined) => pageAfter(last?.mediaId ?? ''));
  for await (const page of listed) {
    for (const file of page) yield* linesOf(media, { file, room });
  }
}

async function* linesOf(
  media: Pick<MediaStorage, 'open'>,
  { file, room }: { file: ExportedFile; room: MediaRoom },
): AsyncGenerator<ExportLine[]> {
  const { mediaId: media_id } = file;
  // A file that was removed after it was listed is not there any more. One that is open can be read, whatever becomes of it.
  const opened = await media.open(media_id);
  try {
    const isIncluded = opened !== null && room.take(opened.byteLength);
    yield [fileLine(file, isIncluded)];
    if (!isIncluded) return;
    let offset = 0;
    for await (const part of inParts(opened.read())) {
      yield [{ record: 'file_part', media_id, offset, base64: part.toString('base64') }];
      offset += part.length;
    }
  } finally {
    await opened?.close();
  }
}

/** What an export says of a file. */
export const fileLine = (file: ExportedFile, isIncluded: boolean): ExportLine => ({
  record: 'file',
  ...{ media_id: file.mediaId, agent_id: file.agentId, message_id: file.messageId },
  ...{ content_type: file.contentType, byte_length: file.byteLength },
  ...(file.fileName !== null && { name: file.fileName }),
  created_at: file.createdAt.toISOString(),
  is_included: isIncluded,
});

/** The same bytes in parts of {@link PART_BYTES}; the last one may be shorter. */
export async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    held = Buffer.concat([held, chunk]);
    for (; held.length >= PART_BYTES; held = held.subarray(PART_BYTES)) yield held.subarray(0, PART_BYTES);
  }
  if (held.length > 0) yield held;
}
