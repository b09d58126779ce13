import { IMAGE_PIXELS_MAX, ServiceError } from '@svc/domain';
import { firstImageOf } from './metadata/gif.js';
import { endOfSegment, nextMarker } from './metadata/jpeg.js';
import { standsAt } from './metadata/kept-parts.js';
import type { MediaFile } from './storage.js';

/** In pixels, before the picture is turned. */
export interface PictureSize {
  width: number;
  height: number;
}

/**
 * Refuses a picture for which a browser would need too much memory. Only its headers are read.
 *
 * @throws ServiceError `invalid_image`
 */
export function assertPixels(file: MediaFile): void {
  const { width, height } = sizeOfPicture(file) ?? { width: 0, height: 0 };
  if (Math.max(width, height) <= IMAGE_PIXELS_MAX.side && width * height <= IMAGE_PIXELS_MAX.all) return;
  throw new ServiceError('invalid_image', {
    detail: 'Image has more than 50 million pixels, or more than 16,384 on a side',
  });
}

/** What a picture declares; `null` of a recording, and of a picture whose headers are incomplete, which nobody can show. */
export function sizeOfPicture({ bytes, contentType }: MediaFile): PictureSize | null {
  return SIZES[contentType]?.(bytes) ?? null;
}

const SIZES: Readonly<Record<string, (bytes: Buffer) => PictureSize | null>> = {
  'image/gif': sizeOfGif,
  'image/jpeg': sizeOfJpeg,
  'image/png': sizeOfPng,
  'image/webp': sizeOfWebp,
};

/** GIF89a, sections 18 and 20. Browsers enlarge the screen to a first image that is larger. */
function sizeOfGif(bytes: Buffer): PictureSize | null {
  if (bytes.length < 10) return null;
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const at = firstImageOf(bytes);
  if (at + 9 > bytes.length) return screen;
  return {
    width: Math.max(screen.width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5)),
    height: Math.max(screen.height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7)),
  };
}

/** They stand among the markers of frames, from 0xC0 to 0xCF. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];

/** ITU-T T.81, section B.2.2. */
function sizeOfJpeg(bytes: Buffer): PictureSize | null {
  for (let at = nextMarker(bytes, 2); at + 9 <= bytes.length;) {
    const marker = bytes.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at = nextMarker(bytes, endOfSegment(bytes, at));
  }
  return null;
}

/** W3C PNG, third edition, section 11.2.1. */
function sizeOfPng(bytes: Buffer): PictureSize | null {
  if (bytes.length < 24 || !standsAt(bytes, 12, 'IHDR')) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** RFC 9649, sections 2.5 to 2.7. A picture of several parts says first how large it is in all. */
function sizeOfWebp(bytes: Buffer): PictureSize | null {
  if (standsAt(bytes, 12, 'VP8L') && bytes.length >= 25) {
    const bits = bytes.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (bytes.length < 30) return null;
  if (standsAt(bytes, 12, 'VP8X')) {
    return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}
