import { EXIF_NAME, exifOf, orientationOf } from './orientation.js';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const COMMENT = 0xfe;
const EXIF = 0xe1;
const TEMPORARY = 0x01;
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
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  for (let at = nextMarker(bytes, 2); at < bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) {
      kept.push(bytes.subarray(at, at + 2));
      break;
    }
    const end = endOfSegment(bytes, at);
    const content = bytes.subarray(at + 4, end);
    const next = marker === START_OF_SCAN ? endOfScan(bytes, end) : end;
    if (isNeeded(marker, content)) kept.push(bytes.subarray(at, next));
    else if (marker === EXIF) kept.push(...turned(content));
    at = nextMarker(bytes, next);
  }
  return Buffer.concat(kept);
}

function isNeeded(marker: number, content: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker < FIRST_APPLICATION || marker > LAST_APPLICATION) return true;
  return (NEEDED[marker] ?? []).some((name) => content.toString('latin1', 0, name.length) === name);
}

/** Where the next marker begins. Whoever shows a picture passes over what stands before it, and over more than one 0xFF. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff) return at;
  }
  return bytes.length;
}

/** A marker without content stands alone; one that is cut off ends with the file. */
function endOfSegment(bytes: Buffer, at: number): number {
  if (isAlone(bytes[at + 1] ?? 0)) return at + 2;
  const length = at + 4 > bytes.length ? 2 : Math.max(2, bytes.readUInt16BE(at + 2));
  return Math.min(at + 2 + length, bytes.length);
}

function isAlone(marker: number): boolean {
  return marker === TEMPORARY || (marker >= FIRST_RESTART && marker <= LAST_RESTART);
}

/** The next marker after the data of a scan, in which 0xFF is followed by 0 or by a marker of a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && !isAlone(marker)) return at;
  }
  return bytes.length;
}

function turned(exif: Buffer): Buffer[] {
  const orientation = exif.toString('latin1', 0, EXIF_NAME.length) === EXIF_NAME ? orientationOf(exif) : null;
  if (orientation === null) return [];
  const content = Buffer.concat([Buffer.from(EXIF_NAME, 'latin1'), exifOf(orientation)]);
  const head = Buffer.from([0xff, EXIF, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return [head, content];
}
