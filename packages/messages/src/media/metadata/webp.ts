import { exifOf, orientationOf } from './orientation.js';

const HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;

const NEEDED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** Bits of the first byte of `VP8X`, which say what the file has. */
const HAS = { xmp: 0x04, exif: 0x08 };

/** A WebP with nothing but its picture (RFC 9649, section 2), without what follows it. How it is to be turned stays. */
export function strippedWebp(bytes: Buffer): Buffer {
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  const kept: Buffer[] = [];
  let orientation: number | null = null;
  let at = HEAD_BYTES;
  while (at + CHUNK_HEAD_BYTES <= end) {
    const length = bytes.readUInt32LE(at + 4);
    // Content of odd length is filled up.
    const next = at + CHUNK_HEAD_BYTES + length + (length % 2);
    const chunk = bytes.subarray(at, Math.min(next, end));
    const type = chunk.toString('latin1', 0, 4);
    if (NEEDED.has(type)) kept.push(type === 'VP8X' ? Buffer.from(chunk) : chunk);
    if (type === 'EXIF')
      orientation ??= orientationOf(chunk.subarray(CHUNK_HEAD_BYTES, CHUNK_HEAD_BYTES + length));
    at = next;
  }
  const extended = kept.find(
    (chunk) => chunk.toString('latin1', 0, 4) === 'VP8X' && chunk.length > CHUNK_HEAD_BYTES,
  );
  if (extended !== undefined) {
    const flags = (extended[CHUNK_HEAD_BYTES] ?? 0) & ~(HAS.xmp | HAS.exif);
    extended[CHUNK_HEAD_BYTES] = orientation === null ? flags : flags | HAS.exif;
    if (orientation !== null) kept.push(exifChunk(orientation));
  }
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
  head.writeUInt32LE(4 + kept.reduce((sum, chunk) => sum + chunk.length, 0), 4);
  return Buffer.concat([head, ...kept]);
}

function exifChunk(orientation: number): Buffer {
  const content = exifOf(orientation);
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}
