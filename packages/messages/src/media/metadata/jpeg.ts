import { KeptParts, standsAt } from './kept-parts.js';
import { EXIF_BYTES, EXIF_NAME, exifOf, orientationOf } from './orientation.js';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const COMMENT = 0xfe;
const EXIF = 0xe1;
const TEMPORARY = 0x01;
/** A marker and the length of its segment. */
const SEGMENT_HEAD_BYTES = 4;
const [FIRST_RESTART, LAST_RESTART] = [0xd0, 0xd7];
const [FIRST_APPLICATION, LAST_APPLICATION] = [0xe0, 0xef];

/** What an application segment has to begin with to stay, by its marker: size and density, colours, and how colours were converted. */
const NEEDED: Readonly<Record<number, readonly string[]>> = {
  0xe0: ['JFIF\0'],
  0xe2: ['ICC_PROFILE\0'],
  0xee: ['Adobe'],
};

/**
 * A JPEG without comments, without the data of cameras and programs, and without what follows the picture, such as a film of the moment or a
 * second picture (ITU-T T.81, annex B). How it is to be turned stays.
 */
export function strippedJpeg(bytes: Buffer): Buffer {
  const kept = new KeptParts(bytes, SEGMENT_HEAD_BYTES + EXIF_NAME.length + EXIF_BYTES);
  kept.keep(0, 2);
  let hasExif = false;
  for (let at = nextMarker(bytes, 2); at < bytes.length;) {
    kept.beginPart();
    const marker = bytes[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) {
      kept.keep(at, at + 2);
      break;
    }
    const end = endOfSegment(bytes, at);
    const next = marker === START_OF_SCAN ? nextMarker(bytes, end, { isInScan: true }) : end;
    const content = at + SEGMENT_HEAD_BYTES;
    if (isNeeded(bytes, marker, content)) {
      kept.keep(at, next);
    } else if (marker === EXIF && !hasExif && standsAt(bytes, content, EXIF_NAME)) {
      // Whoever shows a picture goes by the first one.
      hasExif = true;
      const orientation = orientationOf(bytes.subarray(content, end));
      if (orientation !== null) kept.add(exifSegment(orientation));
    }
    at = nextMarker(bytes, next);
  }
  return kept.finish();
}

function isNeeded(bytes: Buffer, marker: number, content: number): boolean {
  if (marker === COMMENT) return false;
  if (marker < FIRST_APPLICATION || marker > LAST_APPLICATION) return true;
  return (NEEDED[marker] ?? []).some((name) => standsAt(bytes, content, name));
}

/**
 * Where the next marker begins. Whoever shows a picture passes over what stands before it, and over more than one 0xFF. Looks at one byte after the other,
 * because a picture may consist of nothing but 0xFF, and a search for each would take longer.
 *
 * @param options.isInScan whether the data of a scan stand before it, in which 0xFF is followed by 0 or by a marker of a restart. Default false.
 */
export function nextMarker(bytes: Buffer, from: number, { isInScan } = { isInScan: false }): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && !(isInScan && isAlone(marker))) return at;
  }
  return bytes.length;
}

/** A marker without content stands alone; one that is cut off ends with the file. */
export function endOfSegment(bytes: Buffer, at: number): number {
  if (isAlone(bytes[at + 1] ?? 0)) return at + 2;
  const length = at + 4 > bytes.length ? 2 : Math.max(2, bytes.readUInt16BE(at + 2));
  return Math.min(at + 2 + length, bytes.length);
}

function isAlone(marker: number): boolean {
  return marker === TEMPORARY || (marker >= FIRST_RESTART && marker <= LAST_RESTART);
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from(EXIF_NAME, 'latin1'), exifOf(orientation)]);
  const head = Buffer.from([0xff, EXIF, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
