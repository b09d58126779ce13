import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { tinyGif, tinyJpeg, tinyPng, tinyWebp } from '@svc/testkit';
import { PARTS_MAX } from './metadata/kept-parts.js';
import { withoutMetadata } from './without-metadata.js';

const PLACE = 'Taken at 52.5163 N, 13.3777 E by Ada';
const TURNED_LEFT = 8;

const strip = (contentType: string, bytes: Buffer) => withoutMetadata({ contentType, bytes }).bytes;

/** EXIF data of a camera: a description, and how the picture is to be turned. */
function exif(orientation: number, order: 'II' | 'MM' = 'II'): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4 + PLACE.length);
  const short = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(order, 'latin1');
  short(42, 2);
  long(8, 4);
  short(2, 8);
  for (const [index, [tag, type, count]] of [
    [0x010e, 2, PLACE.length],
    [0x0112, 3, 1],
  ].entries()) {
    short(tag ?? 0, 10 + 12 * index);
    short(type ?? 0, 12 + 12 * index);
    long(count ?? 0, 14 + 12 * index);
  }
  long(8 + 2 + 24 + 4, 18);
  short(orientation, 30);
  tiff.write(PLACE, 38, 'latin1');
  return tiff;
}

function segment(marker: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}

function pngChunk(type: string, content: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(content as string, 'latin1')]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(body.length - 4);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), bytes.length - 4);
  return bytes;
}

function riffChunk(type: string, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string, 'latin1');
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
}

function riff(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  return Buffer.concat([riffChunk('RIFF', body)]);
}

const parts = (count: number, part: Buffer) => Array.from({ length: count }, () => part);

const insert = (bytes: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);

const exifSegment = (orientation: number) =>
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(orientation)]));
const webpImage = tinyWebp().subarray(12);
const extended = (flags: number) => riffChunk('VP8X', Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
const IEND_AT = tinyPng().length - 12;
const GIF_DATA_AT = 13 + 6;

/** However a reader counts its parts, it comes to the end of the block: a byte that leads past n more is followed by n bytes that lead there. */
const XMP_END = Buffer.from([0x01, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);

/** A picture with everything that may stand beside it, and what is to be left of it. */
const PICTURES: [contentType: string, sent: Buffer, kept: Buffer][] = [
  [
    'image/jpeg',
    Buffer.concat([
      insert(
        tinyJpeg(),
        20,
        exifSegment(1),
        segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${PLACE}`),
        segment(0xed, `Photoshop 3.0\0${PLACE}`),
        segment(0xe2, `MPF\0${PLACE}`),
        Buffer.from([0xff]),
        segment(0xfe, PLACE),
        segment(0xe2, 'ICC_PROFILE\0\x01\x01colours'),
        Buffer.from(`\xff\xda\0\x02scan\xff\0\xff\xd0scan`, 'latin1'),
        segment(0xfe, PLACE),
      ),
      Buffer.from(`\xff\xd8${PLACE}`, 'latin1'),
    ]),
    insert(
      tinyJpeg(),
      20,
      segment(0xe2, 'ICC_PROFILE\0\x01\x01colours'),
      Buffer.from(`\xff\xda\0\x02scan\xff\0\xff\xd0scan`, 'latin1'),
    ),
  ],
  [
    'image/png',
    Buffer.concat([
      insert(
        tinyPng(),
        IEND_AT,
        pngChunk('tEXt', `Comment\0${PLACE}`),
        pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${PLACE}`),
        pngChunk('eXIf', exif(1)),
        pngChunk('pHYs', '\0\0\x0b\x13\0\0\x0b\x13\x01'),
      ),
      Buffer.from(PLACE),
    ]),
    insert(tinyPng(), IEND_AT, pngChunk('pHYs', '\0\0\x0b\x13\0\0\x0b\x13\x01')),
  ],
  [
    'image/webp',
    Buffer.concat([
      riff(
        extended(0x0c),
        riffChunk('ICCP', 'colours'),
        webpImage,
        riffChunk('EXIF', exif(1)),
        riffChunk('XMP ', PLACE),
      ),
      Buffer.from(PLACE),
    ]),
    riff(extended(0), riffChunk('ICCP', 'colours'), webpImage),
  ],
  [
    'image/gif',
    Buffer.concat([
      insert(
        tinyGif(),
        GIF_DATA_AT,
        Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1'),
        Buffer.from(`\x21\xff\x0bXMP DataXMP${PLACE}`, 'latin1'),
        XMP_END,
        Buffer.from(`\x21\xfe${String.fromCharCode(PLACE.length)}${PLACE}\0`, 'latin1'),
      ),
      Buffer.from(PLACE),
    ]),
    insert(tinyGif(), GIF_DATA_AT, Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1')),
  ],
];

describe.each(PICTURES)('of %s', (contentType, sent, kept) => {
  it('all goes that tells of people, places and programs, and the rest stays as it is', () => {
    expect(strip(contentType, sent)).toEqual(kept);
    expect(strip(contentType, kept)).toEqual(kept);
  });

  it('nothing broken keeps the service from its work, or makes the file larger', () => {
    for (let at = 0; at < sent.length; at += 1) {
      const cut = sent.subarray(0, Math.max(at, 12));
      expect(strip(contentType, cut).length).toBeLessThanOrEqual(cut.length);
      for (const wrong of [0, 0xff, (sent[at] ?? 0) ^ 0x41]) {
        const bytes = Buffer.from(sent);
        bytes[at] = wrong;
        expect(strip(contentType, bytes).length).toBeLessThanOrEqual(sent.length);
      }
    }
  });
});

describe('how a picture is to be turned stays', () => {
  const jpeg = insert(tinyJpeg(), 20, exifSegment(TURNED_LEFT));
  const png = insert(tinyPng(), IEND_AT, pngChunk('eXIf', exif(TURNED_LEFT, 'MM')));
  const webp = riff(extended(0x08), webpImage, riffChunk('EXIF', exif(TURNED_LEFT)));

  it.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/webp', webp],
  ])('in %s', (contentType, sent) => {
    const kept = strip(contentType, sent);
    expect(kept.includes(PLACE)).toBe(false);
    // One directory with one entry: the tag, a SHORT, one of them, and its value.
    const only = Buffer.from(`4d4d002a00000008000101120003000000010008000000000000`, 'hex');
    expect(kept.includes(only)).toBe(true);
    expect(strip(contentType, kept)).toEqual(kept);
  });
});

/** Parts that stay and parts that go, in turns. */
describe('a picture of very many parts keeps exactly those that it needs', () => {
  const turns = (...some: Buffer[]) => parts(20_000, Buffer.concat(some));
  const some = (bytes: number) => 'x'.repeat(bytes);
  const gifBlock = (label: number, bytes: number) =>
    Buffer.from([0x21, label, bytes, ...Buffer.from(some(bytes)), ...(bytes > 0 ? [0] : [])]);

  it.each([0, 1, 60, 64, 65, 200])('of %s bytes each', (bytes) => {
    const [data, text] = [pngChunk('IDAT', some(bytes)), pngChunk('tEXt', some(bytes))];
    const png = strip('image/png', insert(tinyPng(), IEND_AT, ...turns(data, text)));
    expect(png.equals(insert(tinyPng(), IEND_AT, ...turns(data)))).toBe(true);

    const [table, comment] = [segment(0xdb, some(bytes)), segment(0xfe, some(bytes))];
    const jpeg = strip('image/jpeg', insert(tinyJpeg(), 20, ...turns(table, comment)));
    expect(jpeg.equals(insert(tinyJpeg(), 20, ...turns(table)))).toBe(true);

    const [alpha, xmp] = [riffChunk('ALPH', some(bytes)), riffChunk('XMP ', some(bytes))];
    const webp = strip('image/webp', riff(extended(0x04), ...turns(alpha, xmp), webpImage));
    expect(webp.equals(riff(extended(0), ...turns(alpha), webpImage))).toBe(true);

    const [shown, said] = [gifBlock(0xf9, bytes), gifBlock(0xfe, bytes)];
    const gif = strip('image/gif', insert(tinyGif(), GIF_DATA_AT, ...turns(shown, said)));
    expect(gif.equals(insert(tinyGif(), GIF_DATA_AT, ...turns(shown)))).toBe(true);
  });
});

it.each([
  ['image/png', (count: number) => insert(tinyPng(), IEND_AT, ...parts(count, pngChunk('IDAT', '')))],
  ['image/jpeg', (count: number) => insert(tinyJpeg(), 20, ...parts(count, segment(0xdb, '')))],
  ['image/webp', (count: number) => riff(extended(0), ...parts(count, riffChunk('ALPH', '')), webpImage)],
  [
    'image/gif',
    (count: number) => insert(tinyGif(), GIF_DATA_AT, ...parts(count, Buffer.from('21f900', 'hex'))),
  ],
])('A %s of more parts than any picture has is refused', (contentType, picture) => {
  const few = picture(PARTS_MAX - 10);
  expect(strip(contentType, few).equals(few)).toBe(true);
  expect(() => strip(contentType, picture(PARTS_MAX + 1))).toThrow('Image has too many parts');
});
