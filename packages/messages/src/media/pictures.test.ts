import { pbkdf2Sync } from 'node:crypto';
import { pngDeclaring, tinyGif } from '@svc/testkit';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { pictureAlone } from './pictures.js';

const PLACE = 'Taken at 52.5163 N, 13.3777 E by Ada';
const TURNED_RIGHT = 6;

const noise = (width: number, height: number) => {
  const gaussian = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'grey', noise: gaussian } });
};

const alone = async (contentType: string, bytes: Buffer) =>
  (await pictureAlone({ contentType, bytes })).bytes;

/** As a camera writes it that lies on its side. */
const taken = (picture: Sharp) =>
  picture
    .withMetadata({ orientation: TURNED_RIGHT })
    .withExifMerge({ IFD0: { ImageDescription: PLACE } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>${PLACE}</place></x:xmpmeta>`)
    .withIccProfile('p3');

describe('of a picture the picture alone is left', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('upright and with its colours: %s', async (format) => {
    const sent = await taken(noise(30, 20)).toFormat(format).toBuffer();
    expect(sent.includes(PLACE)).toBe(true);
    // Behind its end programs hide films, and what was cut away.
    const kept = await alone(`image/${format}`, Buffer.concat([sent, Buffer.from(PLACE)]));
    expect(kept.includes(PLACE)).toBe(false);
    const { exif, xmp, orientation, ...shown } = await sharp(kept).metadata();
    expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined]);
    expect(shown).toMatchObject({ format, width: 20, height: 30, hasProfile: true });
  });

  it('without comments, which its metadata do not tell of', async () => {
    const comment = Buffer.from(`${PLACE}\0`, 'latin1');
    const jpeg = await noise(3, 2).jpeg().toBuffer();
    const marked = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
    const commented = Buffer.concat([jpeg.subarray(0, 2), marked, comment, jpeg.subarray(2)]);
    const said = [tinyGif().subarray(0, -1), Buffer.from([0x21, 0xfe, comment.length]), comment];
    const gif = Buffer.concat([...said, Buffer.from([0, 0x3b])]);
    for (const [contentType, bytes] of Object.entries({ 'image/jpeg': commented, 'image/gif': gif })) {
      expect(bytes.includes(PLACE)).toBe(true);
      expect((await alone(contentType, bytes)).includes(PLACE)).toBe(false);
    }
  });

  it.each(['gif', 'webp'] as const)('moving as before: %s', async (format) => {
    const movement = { delay: [50, 70, 90], loop: 3 };
    const frames = await Promise.all([1, 2, 3].map(() => noise(30, 20).png().toBuffer()));
    const sent = await sharp(frames, { join: { animated: true } })
      .toFormat(format, movement)
      .toBuffer();
    const kept = await alone(`image/${format}`, sent);
    const shown = { format, ...movement, pages: 3, width: 30, pageHeight: 20 };
    expect(await sharp(kept, { animated: true }).metadata()).toMatchObject(shown);
  });

  it.each([
    ['in colours', noise(30, 20).png(), 'rgb16'],
    ['of few colours', noise(30, 20).png({ palette: true, colours: 16 }), 'rgb16'],
    ['that can be seen through', noise(30, 20).ensureAlpha(0.4).png(), 'rgb16'],
    ['of greys', noise(30, 20).toColourspace('b-w').png(), 'grey16'],
    ['of 16 bits', noise(30, 20).toColourspace('rgb16').linear(1.37, 11).png(), 'rgb16'],
  ] as const)('with every pixel as it was, if it is a PNG %s', async (_what, picture, space) => {
    const sent = await picture.toBuffer();
    const pixels = (bytes: Buffer) => sharp(bytes).toColourspace(space).raw({ depth: 'ushort' }).toBuffer();
    const kept = await alone('image/png', sent);
    expect((await pixels(kept)).equals(await pixels(sent))).toBe(true);
  });

  it('in colours that browsers show, if it was made for print', async () => {
    const print = await noise(30, 20).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer();
    expect(await sharp(await alone('image/jpeg', print)).metadata()).toMatchObject({ space: 'srgb' });
  });
});

/** So many frames that say that they are so large. */
function gifDeclaring(width: number, height: number, frames: number): Buffer {
  const [frameAt, sizeAt] = [25, 38];
  const gif = tinyGif();
  gif.writeUInt16LE(width, sizeAt);
  gif.writeUInt16LE(height, sizeAt + 2);
  const frame = gif.subarray(frameAt, -1);
  return Buffer.concat([gif.subarray(0, frameAt), ...Array<Buffer>(frames).fill(frame), gif.subarray(-1)]);
}

describe('a picture is refused', () => {
  it.each([
    ['image/png', pngDeclaring(40_000, 40_000)],
    ['image/gif', gifDeclaring(16_385, 1, 1)],
    ['image/gif', gifDeclaring(7_000, 7_000, 5)],
  ])('if it declares too many pixels: %s', async (contentType, bytes) => {
    const refusal = { code: 'invalid_image', detail: expect.stringContaining('50 million pixels') };
    await expect(alone(contentType, bytes)).rejects.toMatchObject(refusal);
  });

  it.each(['gif', 'jpeg', 'png', 'webp'] as const)('if its end is missing: %s', async (format) => {
    const whole = await noise(300, 200).toFormat(format).toBuffer();
    const refusal = { code: 'invalid_image', detail: 'Image cannot be decoded' };
    for (const length of [16, 40, Math.floor(whole.length / 2)])
      await expect(alone(`image/${format}`, whole.subarray(0, length))).rejects.toMatchObject(refusal);
  });

  it('if it would be far larger than it was', async () => {
    const [width, height, colors] = [8_000, 640, sameBytes(3 * 256)];
    // Two rows by turns: as places in a table of colours they repeat within reach of the compression, as colours they do not.
    const rows = Buffer.concat([...sameBytes(2 * width)].map((at) => colors.subarray(3 * at, 3 * at + 3)));
    const raw = { raw: { width, height, channels: 3 as const } };
    const sent = await sharp(Buffer.alloc(3 * width * height, rows), raw)
      .png({ palette: true, dither: 0, effort: 1 })
      .toBuffer();
    expect(sent.length).toBeLessThan(1_000_000);
    await expect(alone('image/png', sent)).rejects.toMatchObject({ code: 'image_too_large' });
  });
});

/** The same each time: how well something compresses must not be a matter of chance. */
function sameBytes(byteLength: number): Buffer {
  return pbkdf2Sync('noise', '', 1, byteLength, 'sha256');
}
