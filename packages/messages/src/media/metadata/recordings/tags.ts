import { standsAt } from '../kept-parts.js';
import type { RecordingParts } from './recording-parts.js';

const [ID3_HEAD_BYTES, ID3V1_BYTES, ID3V1_MORE_BYTES] = [10, 128, 227];
const APE_HEAD_BYTES = 32;
/** In the flags of an ID3 tag: its head stands behind it a second time (ID3v2.4, section 3.1). */
const HAS_FOOTER = 0x10;
const [LYRICS_SIZE_DIGITS, LYRICS_END] = [6, 'LYRICS200'];

/** Where the sound begins: behind all tags of a program at the beginning. */
export function beginOfSound(bytes: Buffer, parts: RecordingParts): number {
  for (let at = 0; ;) {
    parts.begin();
    const length = tagLength(bytes, at);
    if (length === 0) return at;
    at = Math.min(at + length, bytes.length);
  }
}

/** The length of the tag (ID3v2 or APEv2) that begins here; 0 if there is none. It may reach behind the end of the file. */
export function tagLength(bytes: Buffer, at: number): number {
  if (standsAt(bytes, at, 'ID3') && at + ID3_HEAD_BYTES <= bytes.length) {
    const footer = ((bytes[at + 5] ?? 0) & HAS_FOOTER) === 0 ? 0 : ID3_HEAD_BYTES;
    return ID3_HEAD_BYTES + sevenBitsEach(bytes, at + 6) + footer;
  }
  if (standsAt(bytes, at, 'APETAGEX') && at + APE_HEAD_BYTES <= bytes.length) {
    return APE_HEAD_BYTES + bytes.readUInt32LE(at + 12);
  }
  return 0;
}

/** Where the sound ends: before all tags at the end (ID3v1 with its extension, APEv2, Lyrics3, ID3v2 with a footer). */
export function endOfSound(bytes: Buffer, from: number, parts: RecordingParts): number {
  for (let end = bytes.length; ;) {
    parts.begin();
    const length = lengthOfTagBefore(bytes, end);
    if (length === 0) return end;
    end -= length;
    if (end <= from) return from;
  }
}

function lengthOfTagBefore(bytes: Buffer, end: number): number {
  if (end >= ID3V1_BYTES && standsAt(bytes, end - ID3V1_BYTES, 'TAG')) return ID3V1_BYTES;
  if (end >= ID3V1_MORE_BYTES && standsAt(bytes, end - ID3V1_MORE_BYTES, 'TAG+')) return ID3V1_MORE_BYTES;
  if (end >= ID3_HEAD_BYTES && standsAt(bytes, end - ID3_HEAD_BYTES, '3DI')) {
    return 2 * ID3_HEAD_BYTES + sevenBitsEach(bytes, end - 4);
  }
  if (end >= APE_HEAD_BYTES && standsAt(bytes, end - APE_HEAD_BYTES, 'APETAGEX')) {
    // The size counts the footer. Whether there is a head as well is said by the first bit of the flags.
    const hasHead = (bytes.readUInt32LE(end - 12) & 0x80000000) !== 0;
    return Math.max(APE_HEAD_BYTES, bytes.readUInt32LE(end - 20)) + (hasHead ? APE_HEAD_BYTES : 0);
  }
  const lyrics = end - LYRICS_END.length;
  if (lyrics >= LYRICS_SIZE_DIGITS && standsAt(bytes, lyrics, LYRICS_END)) {
    const digits = bytes.toString('latin1', lyrics - LYRICS_SIZE_DIGITS, lyrics);
    return (/^\d+$/.test(digits) ? Number(digits) : 0) + LYRICS_SIZE_DIGITS + LYRICS_END.length;
  }
  return 0;
}

/** A number whose bytes hold seven bits each (ID3v2.4, section 6.2). */
function sevenBitsEach(bytes: Buffer, at: number): number {
  let value = 0;
  for (let index = at; index < at + 4; index += 1) value = value * 128 + ((bytes[index] ?? 0) & 0x7f);
  return value;
}
