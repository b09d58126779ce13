import { describe, expect, it } from '@jest/globals';
import { gifDeclaring, pngDeclaring, tinyGif, tinyJpeg, tinyPng, tinyWebp } from '@svc/testkit';
import { HEAD_BYTES } from './head.js';
import { assertPixels, sizeOfPicture } from './picture-size.js';

const size = { width: 16_384, height: 3_051 };

/** A segment of a JPEG, with its length. */
function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Tables stand before the frame, and more from a camera than the head of a file holds. */
function jpeg(): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(size.height, 1);
  frame.writeUInt16BE(size.width, 3);
  const camera = Array.from({ length: 2 }, () => segment(0xe1, Buffer.alloc(HEAD_BYTES / 2, 0xff)));
  const tables = segment(0xc4, Buffer.alloc(20));
  return Buffer.concat([tinyJpeg().subarray(0, -2), ...camera, tables, segment(0xc2, frame)]);
}

function webp(type: string, content: Buffer): Buffer {
  const bytes = Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
    Buffer.from(type),
    Buffer.alloc(4),
    content,
  ]);
  bytes.writeUInt32LE(content.length, 16);
  return bytes;
}

function lossyWebp(): Buffer {
  const content = Buffer.from([0, 0, 0, 0x9d, 1, 0x2a, 0, 0, 0, 0]);
  content.writeUInt16LE(size.width - 1, 6);
  // Above the size stand two bits on how the picture is to be enlarged.
  content.writeUInt16LE(size.height | 0x4000, 8);
  return webp('VP8 ', content);
}

/** As short as one can be. */
function losslessWebp(): Buffer {
  const content = Buffer.from([0x2f, 0, 0, 0, 0]);
  content.writeUInt32LE((size.width - 1) | ((size.height - 1) << 14), 1);
  return webp('VP8L', content);
}

function extendedWebp(): Buffer {
  const content = Buffer.alloc(10);
  content.writeUIntLE(size.width - 1, 4, 3);
  content.writeUIntLE(size.height - 1, 7, 3);
  return webp('VP8X', content);
}

/** The screen is small, and its first picture, behind what programs have written, reaches beyond. */
function gifBeyondItsScreen(): Buffer {
  const gif = tinyGif();
  const image = gif.indexOf(0x2c);
  gif.writeUInt16LE(size.width - 84, image + 1);
  gif.writeUInt16LE(84, image + 5);
  gif.writeUInt16LE(size.height, image + 7);
  return gif;
}

describe('the size that a picture declares', () => {
  it.each([
    ['a PNG', 'image/png', pngDeclaring(size.width, size.height), size],
    ['a JPEG', 'image/jpeg', jpeg(), size],
    ['a GIF', 'image/gif', gifDeclaring(size.width, size.height), size],
    ['a GIF beyond its screen', 'image/gif', gifBeyondItsScreen(), size],
    ['a lossy WebP', 'image/webp', lossyWebp(), { ...size, width: size.width - 1 }],
    ['a lossless WebP', 'image/webp', losslessWebp(), size],
    ['a WebP of several parts', 'image/webp', extendedWebp(), size],
  ])('is read from %s', (_what, contentType, bytes, expected) => {
    expect(sizeOfPicture({ contentType, bytes })).toEqual(expected);
  });

  it('is unknown where the picture ends before, and of a recording', () => {
    for (const [contentType, bytes] of [
      ['image/png', tinyPng()],
      ['image/gif', tinyGif()],
      ['image/webp', tinyWebp()],
      ['image/jpeg', jpeg()],
    ] as const) {
      expect(sizeOfPicture({ contentType, bytes: bytes.subarray(0, 9) })).toBeNull();
    }
    expect(sizeOfPicture({ contentType: 'image/jpeg', bytes: tinyJpeg() })).toBeNull();
    expect(sizeOfPicture({ contentType: 'audio/wav', bytes: tinyPng() })).toBeNull();
  });

  it.each([
    [7_071, 7_071, null],
    [7_072, 7_071, 'invalid_image'],
    [16_384, 1, null],
    [1, 16_385, 'invalid_image'],
  ])('may be %i by %i pixels, or is refused', (width, height, code) => {
    let refusal: unknown = null;
    try {
      assertPixels({ contentType: 'image/png', bytes: pngDeclaring(width, height) });
    } catch (error) {
      refusal = (error as { code: string }).code;
    }
    expect(refusal).toBe(code);
  });
});
