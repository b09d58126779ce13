import { createLogger } from '@svc/runtime';
import { createMediaRemoval } from './media-route.js';

it('files that were kept for long enough are removed before their rows, and one that cannot be removed holds up no other', async () => {
  const due = ['stuck', ...Array.from({ length: 40 }, (_, index) => `file ${index}`)];
  const [onDisk, forgotten, defer] = [new Set(due), [] as string[], [] as string[]];
  let onIdle = () => {};
  const idle = new Promise<void>((resolve) => (onIdle = resolve));
  let pauses = 0;
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
        async defer(mediaIds) {
          for (const mediaId of mediaIds) {
            defer.push(mediaId);
            due.push(...due.splice(due.indexOf(mediaId), 1));
          }
        },
      },
      uploads: { expire: async () => [] },
    },
    media: {
      async remove(mediaId) {
        if (mediaId === 'stuck') throw new Error('EACCES');
        onDisk.delete(mediaId);
      },
    },
    logger: createLogger({ service: 'test', level: 'silent' }),
    // Once through all that is due.
    async sleep(_durationMs, signal) {
      if ((pauses += 1) === 1) return;
      onIdle();
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    },
  });
  await loop.start();
  await idle;
  await loop.stop();
  expect(forgotten).toHaveLength(40);
  expect([...onDisk]).toEqual(['stuck']);
  expect(defer[0]).toBe('stuck');
});
