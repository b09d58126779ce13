import { crc32 } from 'node:zlib';

/** The smallest files of each kind that the service takes, and ones of any size. */

const PNG_1X1 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function tinyPng(): Buffer {
  return Buffer.from(PNG_1X1, 'base64');
}

/**
 * A PNG of this length, at least 82 bytes. It is filled up with `filler`, repeated, in a second chunk of picture data that no decoder looks
 * at and nobody takes away.
 */
export function pngOf(byteLength: number, filler: Buffer = Buffer.alloc(1)): Buffer {
  const [tiny, endBytes, frameBytes] = [tinyPng(), 12, 12];
  const chunk = Buffer.alloc(byteLength - tiny.length);
  chunk.writeUInt32BE(chunk.length - frameBytes);
  chunk.write('IDAT', 4, 'latin1');
  chunk.fill(filler, 8, chunk.length - 4);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return Buffer.concat([tiny.subarray(0, -endBytes), chunk, tiny.subarray(-endBytes)]);
}

/** The smallest PNG, which says that it is larger, in pixels. */
export function pngDeclaring(width: number, height: number): Buffer {
  const png = tinyPng();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** The smallest GIF, which says that it is larger, in pixels. */
export function gifDeclaring(width: number, height: number): Buffer {
  const gif = tinyGif();
  gif.writeUInt16LE(width, 6);
  gif.writeUInt16LE(height, 8);
  return gif;
}

/** Start of image, a JFIF header and end of image. */
export function tinyJpeg(): Buffer {
  return Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
}

/** One transparent pixel. */
export function tinyGif(): Buffer {
  return Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
}

/** One lossy pixel. */
export function tinyWebp(): Buffer {
  return Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');
}

/** An MPEG-4 container of brand `M4A `, as a phone records it, with nothing in it. */
export function tinyM4a(): Buffer {
  return m4aOf(36);
}

/** @param byteLength at least 36. */
export function m4aOf(byteLength: number): Buffer {
  const file = Buffer.alloc(byteLength);
  file.writeUInt32BE(28, 0);
  file.write('ftypM4A ', 4, 'latin1');
  file.write('M4A mp42isom', 16, 'latin1');
  file.writeUInt32BE(byteLength - 28, 28);
  file.write('mdat', 32, 'latin1');
  return file;
}

/** A WAV with four samples, and before them a chunk of this type with this content. */
export function wavWith(type: string, content: string): Buffer {
  const chunks = [
    ['fmt ', '\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0'],
    [type, content],
    ['data', '\x80\x81\x80\x7f'],
  ].flatMap(([name = '', text = '']) => [name, uint32(text.length), text]);
  const body = Buffer.from(['WAVE', ...chunks].join(''), 'latin1');
  return Buffer.concat([Buffer.from(`RIFF${uint32(body.length)}`, 'latin1'), body]);
}

function uint32(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes.toString('latin1');
}

export function base64(bytes: Buffer): string {
  return bytes.toString('base64');
}

export function dataUri(contentType: string, bytes: Buffer): string {
  return `data:${contentType};base64,${base64(bytes)}`;
}
