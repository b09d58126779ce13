import type { UploadOwner } from '@svc/store';
import { useMessagesBench } from './bench.suite.js';
import { HEAD_BYTES } from './media/content-types.js';
import { UploadReceiver } from './upload-receiver.js';

/** More than is held, so that the file has begun when its second part is asked for. */
const PARTS = [
  Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEdata\xff\xff\xff\xff', 'latin1'), Buffer.alloc(HEAD_BYTES)]),
  Buffer.alloc(9),
];

const bench = useMessagesBench();

const newOwner = async () => ({ userId: await bench.addUser() });

/** Sends a recording, and does something between its first bytes and its last. */
function receive(owner: UploadOwner, meanwhile: () => Promise<unknown>) {
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const [index, part] of PARTS.entries()) {
      if (index > 0) await meanwhile();
      yield part;
    }
  }
  return new UploadReceiver(bench).receive({ owner, bytes: bytes(), announcedBytes: null, fileName: null });
}

async function usedBytes(userId: string): Promise<number> {
  const used = await bench.store.quotas.useOf(userId);
  return used.find(({ quota }) => quota === 'media_bytes_per_user')?.used ?? NaN;
}

async function expiredOf(userId: string): Promise<string[]> {
  const { prisma, uploads } = bench.store;
  await prisma.$executeRaw`UPDATE media SET created_at = now() - interval '16 minutes' WHERE user_id = ${userId}`;
  return uploads.expire(10);
}

describe('a file that is received', () => {
  it('is refused and leaves nothing if another process has begun to remove it', async () => {
    const owner = await newOwner();
    let expired: string[] = [];
    const received = receive(owner, async () => (expired = await expiredOf(owner.userId)));
    await expect(received).rejects.toMatchObject({ code: 'request_timeout' });
    expect(expired).toHaveLength(1);
    expect(await bench.store.uploads.find(owner, expired)).toEqual([]);
    expect(await bench.filesLeft()).toEqual([]);
  });

  it('keeps its row and its bytes while what was written of it cannot be removed', async () => {
    const owner = await newOwner();
    const { remove } = bench.media;
    bench.media.remove = () => Promise.reject(new Error('EROFS'));
    const received = receive(owner, () => Promise.reject(new Error('EIO')));
    await expect(received).rejects.toThrow('EIO');
    expect(await usedBytes(owner.userId)).toBeGreaterThan(0);
    bench.media.remove = remove;
    expect(await expiredOf(owner.userId)).toHaveLength(1);
  });
});
