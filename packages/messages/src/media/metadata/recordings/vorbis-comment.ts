import { standsAt } from '../kept-parts.js';
import { blank } from './recording-parts.js';

/** What the comment of a codec begins with, and whether a bit stands behind it that says that it is whole (Vorbis I, section 5.2.1). */
export interface CommentShape {
  nameBytes: number;
  isFramed: boolean;
}

/** The name of the program and the count of comments, both as numbers of four bytes that are 0. */
const EMPTY_COMMENT_BYTES = 8;

const VORBIS_COMMENT: CommentShape = { nameBytes: 7, isFramed: true };

/**
 * Empties a comment: it names no program and has no entries. What is left of its length are zeros, which decoders pass over.
 *
 * @param piece where a piece of the comment stands in the file, and where in the comment this piece begins.
 */
export function emptyComment(
  bytes: Buffer,
  shape: CommentShape,
  piece: { from: number; to: number; offset: number },
): void {
  const { from, to, offset } = piece;
  blank(bytes, from + Math.max(0, shape.nameBytes - offset), to);
  const frame = from + shape.nameBytes + EMPTY_COMMENT_BYTES - offset;
  if (shape.isFramed && frame >= from && frame < to) bytes[frame] = 1;
}

const [BLOCK_HEAD_BYTES, LAST_BLOCK] = [4, 0x80];
const [STREAM_INFO, PADDING, SEEK_TABLE, COMMENT] = [0, 1, 3, 4];

/** Empties a block before the frames of FLAC (RFC 9639, section 8), unless the decoder needs it. What is no comment becomes padding. Says whether it did. */
export function emptyFlacBlock(bytes: Buffer, at: number, end: number): boolean {
  const first = bytes[at] ?? 0;
  const type = first & ~LAST_BLOCK;
  if (type === STREAM_INFO || type === SEEK_TABLE) return false;
  if (type !== COMMENT) bytes[at] = (first & LAST_BLOCK) | PADDING;
  blank(bytes, Math.min(at + BLOCK_HEAD_BYTES, end), end);
  return true;
}

/** Empties what tells of people and programs in the description of a codec that Matroska keeps (RFC 9559, section 5.1.4.1.22, and its codecs). */
export function emptyCodecPrivate(bytes: Buffer, from: number, to: number): void {
  if (standsAt(bytes, from, 'fLaC')) {
    for (let at = from + 4; at + BLOCK_HEAD_BYTES <= to;) {
      const end = Math.min(at + BLOCK_HEAD_BYTES + bytes.readUIntBE(at + 1, 3), to);
      const isLast = ((bytes[at] ?? 0) & LAST_BLOCK) !== 0;
      emptyFlacBlock(bytes, at, end);
      if (isLast) return;
      at = end;
    }
    return;
  }
  // Vorbis: the count of further packets, the lengths of all but the last, each as a sum of bytes up to one under 255, and the packets.
  if (bytes[from] !== 2) return;
  let at = from + 1;
  const lengths = [0, 0];
  for (const index of lengths.keys()) {
    for (let byte = 255; byte === 255 && at < to; at += 1) {
      byte = bytes[at] ?? 0;
      lengths[index] = (lengths[index] ?? 0) + byte;
    }
  }
  const [first = 0, second = 0] = lengths;
  if (!standsAt(bytes, at, '\x01vorbis')) return;
  const begin = Math.min(at + first, to);
  emptyComment(bytes, VORBIS_COMMENT, { from: begin, to: Math.min(begin + second, to), offset: 0 });
}
