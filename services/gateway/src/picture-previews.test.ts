import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { OpenedMedia } from '@svc/messages';
import { createLogger } from '@svc/runtime';
import { pngDeclaring } from '@svc/testkit';
import { PicturePreviews } from './picture-previews.js';

const logger = createLogger({ service: 'test', level: 'silent' });

/** A large picture of which nobody can read more than its size. `onRead` is called when it is this one's turn. */
function brokenPicture(onRead: () => void = () => {}): OpenedMedia & { isClosed: () => boolean } {
  const bytes = pngDeclaring(3_000, 3_000).subarray(0, 40);
  let [isClosed, isKnown] = [false, false];
  return {
    ...{ contentType: 'image/png', byteLength: bytes.length, isClosed: () => isClosed },
    head: async () => {
      if (isKnown) onRead();
      isKnown = true;
      return bytes;
    },
    read: () => Readable.from([bytes]),
    close: async () => void (isClosed = true),
  };
}

describe('previews', () => {
  it('are made one at a time, for each owner in turn', async () => {
    const previews = new PicturePreviews(logger);
    const order: string[] = [];
    const ask = (name: string, owner: string) =>
      previews.of(
        brokenPicture(() => order.push(name)),
        { ownerOf: async () => owner, isGone: () => false },
      );
    await Promise.all([ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a'), ask('b1', 'b')]);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('are not made for whoever has gone', async () => {
    const order: string[] = [];
    const file = brokenPicture(() => order.push('read'));
    const gone = { ownerOf: async () => 'a', isGone: () => true };
    expect(await new PicturePreviews(logger).of(file, gone)).toBe(file);
    expect(order).toEqual([]);
  });

  it('of a picture that cannot be read are the picture, still open', async () => {
    const file = brokenPicture();
    const asker = { ownerOf: async () => null, isGone: () => false };
    expect(await new PicturePreviews(logger).of(file, asker)).toBe(file);
    expect(file.isClosed()).toBe(false);
  });
});
