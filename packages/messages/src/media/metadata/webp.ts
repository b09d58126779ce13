import { codeOf, KeptParts } from './kept-parts.js';
import { EXIF_BYTES, exifOf, orientationOf } from './orientation.js';

const HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;

const NEEDED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'].map(codeOf));
const [EXTENDED, EXIF] = [codeOf('VP8X'), codeOf('EXIF')];

/** Bits of the first byte of `VP8X`, which say what the file has. */
const HAS = { xmp: 0x04, exif: 0x08 };

/** A WebP with nothing but its picture (RFC 9649, section 2), without what follows it. How it is to be turned stays. */
export function strippedWebp(bytes: Buffer): Buffer {
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  const kept = new KeptParts(bytes, CHUNK_HEAD_BYTES + EXIF_BYTES);
  kept.keep(0, HEAD_BYTES);
  let orientation: number | null = null;
  /** Where the copy says what the file has. */
  let flagsAt: number | null = null;
  for (let at = HEAD_BYTES; at + CHUNK_HEAD_BYTES <= end;) {
    kept.beginPart();
    const content = at + CHUNK_HEAD_BYTES;
    const length = bytes.readUInt32LE(at + 4);
    // Content of odd length is filled up.
    const next = content + length + (length % 2);
    const type = bytes.readUInt32BE(at);
    if (NEEDED.has(type)) {
      if (type === EXTENDED && Math.min(next, end) > content) flagsAt ??= kept.length + CHUNK_HEAD_BYTES;
      kept.keep(at, Math.min(next, end));
    } else if (type === EXIF) {
      orientation ??= orientationOf(bytes.subarray(content, Math.min(content + length, end)));
    }
    at = next;
  }
  if (flagsAt !== null && orientation !== null) kept.add(exifChunk(orientation));
  const stripped = kept.finish();
  if (flagsAt !== null) {
    const flags = (stripped[flagsAt] ?? 0) & ~(HAS.xmp | HAS.exif);
    stripped[flagsAt] = orientation === null ? flags : flags | HAS.exif;
  }
  stripped.writeUInt32LE(stripped.length - 8, 4);
  return stripped;
}

function exifChunk(orientation: number): Buffer {
  const content = exifOf(orientation);
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}
