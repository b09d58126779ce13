import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { OpenedMedia } from '@svc/messages';
import { createLogger } from '@svc/runtime';
import { pngDeclaring } from '@svc/testkit';
import { previewed } from './media-route.js';

const logger = createLogger({ service: 'test', level: 'silent' });

/** A picture of which nobody can read more than its size. */
function brokenPicture(): OpenedMedia & { isRead: () => boolean; isClosed: () => boolean } {
  const bytes = pngDeclaring(3_000, 3_000).subarray(0, 40);
  let [isRead, isClosed] = [false, false];
  return {
    ...{ contentType: 'image/png', byteLength: bytes.length },
    ...{ isRead: () => isRead, isClosed: () => isClosed },
    head: async () => {
      isRead = true;
      return bytes;
    },
    read: () => Readable.from([bytes]),
    close: async () => void (isClosed = true),
  };
}

describe('previews', () => {
  it('are not made for whoever has gone', async () => {
    const file = brokenPicture();
    const gone = { ownerOf: async () => 'a', isGone: () => true };
    expect(await previewed(file, gone, logger)).toBe(file);
    expect(file.isRead()).toBe(false);
  });

  it('of a picture that cannot be read are the picture, still open', async () => {
    const file = brokenPicture();
    const asker = { ownerOf: async () => null, isGone: () => false };
    expect(await previewed(file, asker, logger)).toBe(file);
    expect(file.isClosed()).toBe(false);
  });
});
