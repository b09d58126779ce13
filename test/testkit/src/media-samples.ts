import { crc32 } from 'node:zlib';

/** Small files of each kind, and ones of any size. Pictures have one red pixel, as the service writes it. */

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4z8AAAAMBAQCc479ZAAAAAElFTkSuQmCC';
const JPEG =
  '/9j/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABwn/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCdAAYqm//Z';
const GIF = 'R0lGODlhAQABAIEAAExpcUxocAAAAP8AACH5BAUAAAAALAAAAAABAAEAAAICXAEAOw==';
const WEBP =
  'UklGRkIAAABXRUJQVlA4IDYAAABQAQCdASoBAAEAAMASJaAABDOAAP76IZf//vPn//c+f/9z5/2////1dF//1dF//1dF/6m0AAA=';

export function tinyPng(): Buffer {
  return Buffer.from(PNG, 'base64');
}

/** A PNG of this length, at least 102 bytes. A second chunk, which is not kept, fills it up. */
export function pngOf(byteLength: number): Buffer {
  const [tiny, endBytes, frameBytes] = [tinyPng(), 12, 12];
  const chunk = Buffer.alloc(byteLength - tiny.length);
  chunk.writeUInt32BE(chunk.length - frameBytes);
  chunk.write('IDAT', 4, 'latin1');
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

export function tinyJpeg(): Buffer {
  return Buffer.from(JPEG, 'base64');
}

export function tinyGif(): Buffer {
  return Buffer.from(GIF, 'base64');
}

export function tinyWebp(): Buffer {
  return Buffer.from(WEBP, 'base64');
}

/** An MPEG-4 container of brand `M4A `, as a phone records it, with nothing in it. */
export function tinyM4a(): Buffer {
  return m4aOf(36);
}

/** @param byteLength at least 36. It is filled up with `filler`, repeated. */
export function m4aOf(byteLength: number, filler: Buffer = Buffer.alloc(1)): Buffer {
  const file = Buffer.alloc(byteLength, filler);
  file.writeUInt32BE(28, 0);
  file.write('ftypM4A ', 4, 'latin1');
  file.write('M4A mp42isom', 16, 'latin1');
  file.writeUInt32BE(byteLength - 28, 28);
  file.write('mdat', 32, 'latin1');
  return file;
}

export function base64(bytes: Buffer): string {
  return bytes.toString('base64');
}

export function dataUri(contentType: string, bytes: Buffer): string {
  return `data:${contentType};base64,${base64(bytes)}`;
}
