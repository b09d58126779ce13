import { inflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { barChart, scaleTop } from './bar-chart.js';
import { encodePng } from './png.js';

/** The chunks of a PNG, by a reader that knows nothing of the writer. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crcOf(body));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += length + 12;
  }
  return chunks;
}

/** CRC-32 bit by bit, as PNG, annex D, defines it. */
function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('a picture', () => {
  it('is a PNG with a size, a palette and one byte for each point', () => {
    const points = Uint8Array.from([0, 1, 1, 1, 0, 0]);
    const palette = [
      [255, 255, 255],
      [1, 2, 3],
    ] as const;
    const chunks = chunksOf(encodePng({ width: 3, height: 2, points, palette }));
    expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
    expect([...(chunks.get('IHDR') ?? [])]).toEqual([0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0]);
    expect([...(chunks.get('PLTE') ?? [])]).toEqual([255, 255, 255, 1, 2, 3]);
    expect([...inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))]).toEqual([0, 0, 1, 1, 0, 1, 0, 0]);
  });

  it('is refused where points and size disagree', () => {
    expect(() => encodePng({ width: 2, height: 2, points: new Uint8Array(3), palette: [] })).toThrow(
      RangeError,
    );
  });
});

describe('a bar chart', () => {
  it('has bars as high as their values', () => {
    const chunks = chunksOf(barChart([0, 5, 10]));
    const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
    const heightAt = (x: number): number => {
      let height = 0;
      for (let y = 0; y < 320; y += 1) if (rows[y * 641 + 1 + x] === 2) height += 1;
      return height;
    };
    const [none, half, full] = [150, 340, 530].map(heightAt);
    expect(none).toBe(0);
    expect(full).toBe(2 * (half ?? 0));
  });

  it.each([[[]], [[0]], [[1e9, 3]]])('is drawn of %j', (values) => {
    expect(chunksOf(barChart(values)).get('IHDR')).toHaveLength(13);
  });

  it.each([
    [0, 2],
    [2, 2],
    [3, 4],
    [9, 10],
    [11, 20],
    [401, 1_000],
  ])('whose highest value is %d has a scale up to %d', (value, top) => {
    expect(scaleTop(value)).toBe(top);
  });
});
