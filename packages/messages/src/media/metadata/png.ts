import { crc32 } from 'node:zlib';
import { exifOf, orientationOf } from './orientation.js';

const SIGNATURE_BYTES = 8;
/** Its length and type before the content of a chunk, and a checksum after it. */
const [HEAD_BYTES, CRC_BYTES] = [8, 4];

/** The chunks that a picture needs to look as it should, moving or not. All others may tell of people, places and programs. */
const NEEDED = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(
    ' ',
  ),
);

/** A PNG with nothing but its picture (W3C PNG, third edition, section 11), without what follows it. How it is to be turned stays. */
export function strippedPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  let at = SIGNATURE_BYTES;
  while (at + HEAD_BYTES <= bytes.length) {
    const end = Math.min(at + HEAD_BYTES + bytes.readUInt32BE(at) + CRC_BYTES, bytes.length);
    const type = bytes.toString('latin1', at + 4, at + HEAD_BYTES);
    if (NEEDED.has(type)) kept.push(bytes.subarray(at, end));
    else if (type === 'eXIf') kept.push(...turned(bytes.subarray(at + HEAD_BYTES, end - CRC_BYTES)));
    if (type === 'IEND') break;
    at = end;
  }
  return Buffer.concat(kept);
}

function turned(exif: Buffer): Buffer[] {
  const orientation = orientationOf(exif);
  if (orientation === null) return [];
  const content = Buffer.concat([Buffer.from('eXIf', 'latin1'), exifOf(orientation)]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), chunk.length - CRC_BYTES);
  return [chunk];
}
