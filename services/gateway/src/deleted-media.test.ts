import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SecretBox } from '@svc/domain';
import { MediaStorage, newMediaId } from '@svc/messages';
import { createLogger } from '@svc/runtime';
import { createScratchDatabase, openStore } from '@svc/store';
import { createMediaRemoval } from './media-route.js';

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** Lets the loop go once through all that is due. */
async function removeDue(parts: Pick<Parameters<typeof createMediaRemoval>[0], 'store' | 'media'>) {
  let pauses = 0;
  let onIdle = () => {};
  const idle = new Promise<void>((resolve) => (onIdle = resolve));
  const loop = createMediaRemoval({
    ...parts,
    logger: createLogger({ service: 'test', level: 'silent' }),
    sleep: async (_durationMs, signal) => {
      pauses += 1;
      if (pauses === 1) return;
      onIdle();
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    },
  });
  await loop.start();
  await idle;
  await loop.stop();
}

it('files that were kept for long enough are removed before their rows, and one that cannot be removed holds up no other', async () => {
  const due = ['stuck', ...Array.from({ length: 40 }, (_, index) => `file ${index}`)];
  const [onDisk, forgotten, defer] = [new Set(due), [] as string[], [] as string[]];
  await removeDue({
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
  });
  expect(forgotten).toHaveLength(40);
  expect([...onDisk]).toEqual(['stuck']);
  expect(defer[0]).toBe('stuck');
});

it('what a process that died has left of a file goes with its row, and a file that still comes stays', async () => {
  const scratch = await createScratchDatabase(SERVER_URL);
  const store = openStore({ databaseUrl: scratch.databaseUrl, box: new SecretBox(Buffer.alloc(32, 7)) });
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-deleted-media-'));
  const [left, coming] = [newMediaId('image/png'), newMediaId('image/png')];
  const unfinished = (mediaId: string) => join(dataDir, 'media', mediaId.slice(2, 4), `${mediaId}.part`);
  const media = new MediaStorage({ dataDir, publicBaseUrl: 'https://example.org' });
  try {
    await store.prisma.user.create({ data: { id: 'u', name: 'Ursula', email: 'u@example.org' } });
    const files = [left, coming].map((mediaId) => ({ mediaId, contentType: 'image/png', byteLength: 10 }));
    await store.uploads.begin({ userId: 'u' }, files);
    for (const mediaId of [left, coming]) {
      await mkdir(dirname(unfinished(mediaId)), { recursive: true });
      await writeFile(unfinished(mediaId), 'pix');
    }
    await store.prisma
      .$executeRaw`UPDATE media SET created_at = now() - interval '16 minutes' WHERE id = ${left}`;
    await removeDue({ store, media });
    expect(await store.prisma.media.findMany({ select: { id: true } })).toEqual([{ id: coming }]);
    expect([left, coming].map((mediaId) => existsSync(unfinished(mediaId)))).toEqual([false, true]);
  } finally {
    await store.close();
    await scratch.drop();
    await rm(dataDir, { recursive: true });
  }
});
