import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '@svc/domain';
import type { UploadOwner } from '@svc/store';
import { useMessagesBench } from './bench.suite.js';
import { HEAD_BYTES, UploadReceiver } from './index.js';
import type { SentUpload } from './index.js';

/** More than is held, so that the file has begun when its second part is asked for. */
const PARTS = [
  Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEdata\xff\xff\xff\xff', 'latin1'), Buffer.alloc(HEAD_BYTES)]),
  Buffer.alloc(9),
];

const bench = useMessagesBench();

const newOwner = async () => ({ userId: await bench.addUser() });

/** Sends a recording, and does something between its first bytes and its last. */
function receive(
  owner: UploadOwner,
  meanwhile: () => Promise<unknown> = async () => {},
  once?: NonNullable<SentUpload['once']>,
) {
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const [index, part] of PARTS.entries()) {
      if (index > 0) await meanwhile();
      yield part;
    }
  }
  const sent = { owner, bytes: bytes(), announced: null, fileName: null };
  return new UploadReceiver(bench).receive({ ...sent, ...(once !== undefined && { once }) });
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

/** Ends an upload, and fails then. */
const failing = (error: Error) => async (finish: () => Promise<unknown>) => {
  await finish();
  throw error;
};

describe('a file that is received', () => {
  it('leaves nothing if another one is to be taken in its place, or its end is refused', async () => {
    const owner = await newOwner();
    await receive(owner, undefined, async () => false);
    const refused = failing(new ServiceError('idempotency_key_reused'));
    await expect(receive(owner, undefined, refused)).rejects.toMatchObject({ status: 422 });
    expect(await bench.filesLeft()).toEqual([]);
    expect(await usedBytes(owner.userId)).toBe(0);
  });

  it('stays as long as it may be finished, and goes when it is not', async () => {
    const [finished, unfinished] = [await newOwner(), await newOwner()];
    const lost = failing(new Error('the answer of the commit is lost'));
    await expect(receive(finished, undefined, lost)).rejects.toThrow('lost');
    const rolledBack = async (finish: () => Promise<unknown>) => {
      await finish();
      const data = { readyAt: null };
      await bench.store.prisma.media.updateMany({ where: unfinished, data });
      throw new Error('the database has stopped');
    };
    await expect(receive(unfinished, undefined, rolledBack)).rejects.toThrow('stopped');
    expect(await bench.filesLeft()).toHaveLength(2);
    expect(await expiredOf(unfinished.userId)).toHaveLength(1);
    expect(await expiredOf(finished.userId)).toEqual([]);
  });

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
