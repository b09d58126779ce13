import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { PARTS_AT_ONCE, FileParts } from './media-route.js';

const PARTS = 20;

function fileOf(name: number): Readable {
  return Readable.from(Array.from({ length: PARTS }, (_, part) => Buffer.from([name, part])));
}

describe('parts of files', () => {
  it('come in order and whole to many readers, and others are looked at between few of them', async () => {
    const reading = new FileParts();
    let sinceOthers = 0;
    let mostAtOnce = 0;
    let isOver = false;
    const others = (): void => {
      mostAtOnce = Math.max(mostAtOnce, sinceOthers);
      sinceOthers = 0;
      if (!isOver) setImmediate(others);
    };
    others();
    const readers = Array.from({ length: 100 }, async (_, name) => {
      const parts: number[] = [];
      for await (const part of reading.of(fileOf(name))) {
        sinceOthers += 1;
        parts.push(...part.filter((_byte, index) => index % 2 === 1));
      }
      return parts;
    });
    for (const parts of await Promise.all(readers))
      expect(parts).toEqual(Array.from({ length: PARTS }, (_, part) => part));
    isOver = true;
    expect(mostAtOnce).toBeLessThanOrEqual(PARTS_AT_ONCE);
  });

  it('are closed when their reader goes away', async () => {
    const file = fileOf(1);
    for await (const part of new FileParts().of(file)) {
      expect(part).toHaveLength(2);
      break;
    }
    expect(file.destroyed).toBe(true);
  });

  it('end with the error of the file', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('gone')) });
    await expect(new FileParts().of(broken).next()).rejects.toThrow('gone');
  });
});
