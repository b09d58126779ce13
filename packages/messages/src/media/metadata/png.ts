import { crc32 } from 'node:zlib';
import { codeOf, KeptParts } from './kept-parts.js';
import { EXIF_BYTES, exifOf, orientationOf } from './orientation.js';

const SIGNATURE_BYTES = 8;
/** Its length and type before the content of a chunk, and a checksum after it. */
const [HEAD_BYTES, CRC_BYTES] = [8, 4];

/** The chunks that a picture needs to look as it should, moving or not. All others may tell of people, places and programs. */
const NEEDED = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'
    .split(' ')
    .map(codeOf),
);
const [EXIF, END] = [codeOf('eXIf'), codeOf('IEND')];

/** A PNG with nothing but its picture (W3C PNG, third edition, section 11), without what follows it. How it is to be turned stays. */
export function strippedPng(bytes: Buffer): Buffer {
  const kept = new KeptParts(bytes, HEAD_BYTES + EXIF_BYTES + CRC_BYTES);
  kept.keep(0, Math.min(SIGNATURE_BYTES, bytes.length));
  let hasExif = false;
  for (let at = SIGNATURE_BYTES; at + HEAD_BYTES <= bytes.length;) {
    kept.beginPart();
    const end = Math.min(at + HEAD_BYTES + bytes.readUInt32BE(at) + CRC_BYTES, bytes.length);
    const type = bytes.readUInt32BE(at + 4);
    if (NEEDED.has(type)) {
      kept.keep(at, end);
    } else if (type === EXIF && !hasExif) {
      // A picture has one at most.
      hasExif = true;
      const orientation = orientationOf(bytes.subarray(at + HEAD_BYTES, end - CRC_BYTES));
      if (orientation !== null) kept.add(exifChunk(orientation));
    }
    if (type === END) break;
    at = end;
  }
  return kept.finish();
}

function exifChunk(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from('eXIf', 'latin1'), exifOf(orientation)]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), chunk.length - CRC_BYTES);
  return chunk;
}
