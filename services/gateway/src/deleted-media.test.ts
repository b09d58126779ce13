import { expect, it } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import { createMediaRemoval } from './deleted-media.js';

it('files that were kept for long enough are removed before their rows, and one that cannot be removed holds up no other', async () => {
  const due = ['stuck', ...Array.from({ length: 40 }, (_, index) => `file ${index}`)];
  const [onDisk, forgotten, putOff] = [new Set(due), [] as string[], [] as string[]];
  let onIdle = () => {};
  const idle = new Promise<void>((resolve) => (onIdle = resolve));
  const loop = createMediaRemoval({
    store: {
      media: {
        ofDeleted: async () => [],
        expired: async (limit) => due.slice(0, limit),
        async forget(mediaIds) {
          for (const mediaId of mediaIds) {
            expect(onDisk.has(mediaId)).toBe(false);
            forgotten.push(...due.splice(due.indexOf(mediaId), 1));
          }
        },
        async putOff(mediaIds) {
          for (const mediaId of mediaIds) {
            putOff.push(mediaId);
            due.push(...due.splice(due.indexOf(mediaId), 1));
          }
          if (due.length === 1) onIdle();
        },
      },
    },
    media: {
      async remove(mediaId) {
        if (mediaId === 'stuck') throw new Error('EACCES');
        onDisk.delete(mediaId);
      },
    },
    logger: createLogger({ service: 'test', level: 'silent' }),
    sleep: async (_durationMs, signal) => {
      if (forgotten.length > 0)
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    },
  });
  await loop.start();
  await idle;
  await loop.stop();
  expect(forgotten).toHaveLength(40);
  expect([...onDisk]).toEqual(['stuck']);
  expect(putOff[0]).toBe('stuck');
});
