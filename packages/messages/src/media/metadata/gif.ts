import { KeptParts, standsAt } from './kept-parts.js';

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [APPLICATION, COMMENT] = [0xff, 0xfe];

const SCREEN_BYTES = 13;
const IMAGE_HEAD_BYTES = 10;
/** In the last byte of a description of the screen or of an image: whether a table of colours follows, and of which size. */
const [HAS_TABLE, TABLE_SIZE] = [0x80, 0x07];

/** Applications that say how often a GIF is played, and which colours it has. */
const NEEDED = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** A GIF with nothing but its pictures (GIF89a, sections 18 to 27): without comments, without the data of programs, and without what follows. */
export function strippedGif(bytes: Buffer): Buffer {
  let at = SCREEN_BYTES + tableBytes(bytes[SCREEN_BYTES - 3]);
  const kept = new KeptParts(bytes, 0);
  kept.keep(0, Math.min(at, bytes.length));
  while (at < bytes.length) {
    kept.beginPart();
    const block = bytes[at];
    if (block === TRAILER) {
      kept.keep(at, at + 1);
      break;
    }
    const end =
      block === EXTENSION ? endOfParts(bytes, at + 2) : block === IMAGE ? endOfImage(bytes, at) : null;
    // What is no block is shown by nobody.
    if (end === null) break;
    if (block === IMAGE || isNeeded(bytes, at)) kept.keep(at, end);
    at = end;
  }
  return kept.finish();
}

/** Where the first image of a GIF is described, behind the screen and what programs have written. */
export function firstImageOf(bytes: Buffer): number {
  let at = SCREEN_BYTES + tableBytes(bytes[SCREEN_BYTES - 3]);
  while (bytes[at] === EXTENSION) at = endOfParts(bytes, at + 2);
  return at;
}

function isNeeded(bytes: Buffer, at: number): boolean {
  if (bytes[at + 1] === COMMENT) return false;
  return bytes[at + 1] !== APPLICATION || NEEDED.some((name) => standsAt(bytes, at + 3, name));
}

/** The end of a row of parts, each with its length before it and the last one empty. */
function endOfParts(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const length = bytes[at] ?? 0;
    at += 1 + length;
    if (length === 0) break;
  }
  return Math.min(at, bytes.length);
}

function endOfImage(bytes: Buffer, at: number): number {
  const head = at + IMAGE_HEAD_BYTES;
  // A byte about the compression stands before the parts.
  return endOfParts(bytes, head + tableBytes(bytes[head - 1]) + 1);
}

function tableBytes(flags = 0): number {
  return (flags & HAS_TABLE) === 0 ? 0 : 3 * 2 ** ((flags & TABLE_SIZE) + 1);
}
