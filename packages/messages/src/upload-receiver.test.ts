import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, SecretBox, ServiceError } from '@svc/domain';
import { createScratchDatabase, openStore } from '@svc/store';
import type { ScratchDatabase, Store, UploadOwner } from '@svc/store';
import { DiskMediaStorage, HEAD_BYTES, UploadReceiver } from './index.js';
import type { SentUpload } from './index.js';

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** More than is held, so that the file has begun when its second part is asked for. */
const PARTS = [
  Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEdata\xff\xff\xff\xff', 'latin1'), Buffer.alloc(HEAD_BYTES)]),
  Buffer.alloc(9),
];

let scratch: ScratchDatabase;
let store: Store;
let dataDir: string;
let media: DiskMediaStorage;
let receiver: UploadReceiver;

beforeAll(async () => {
  scratch = await createScratchDatabase(SERVER_URL);
  store = openStore({ databaseUrl: scratch.databaseUrl, box: new SecretBox(Buffer.alloc(32, 7)) });
});
afterAll(async () => {
  await store.close();
  await scratch.drop();
});

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-uploads-'));
  media = new DiskMediaStorage({ dataDir, publicBaseUrl: 'https://example.com' });
  receiver = new UploadReceiver({ store, media });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function newOwner(): Promise<{ userId: string }> {
  const userId = newId('rule');
  await store.prisma.user.create({ data: { id: userId, name: 'Ursula', email: `${userId}@example.org` } });
  return { userId };
}

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
  return receiver.receive({
    ...{ owner, bytes: bytes(), announced: null, fileName: null },
    ...(once !== undefined && { once }),
  });
}

async function filesLeft(): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function usedBytes(userId: string): Promise<number> {
  const used = await store.quotas.useOf(userId);
  return used.find(({ quota }) => quota === 'media_bytes_per_user')?.used ?? NaN;
}

async function claimOf(userId: string): Promise<string[]> {
  await store.prisma
    .$executeRaw`UPDATE upload SET created_at = now() - interval '16 minutes' WHERE user_id = ${userId}`;
  return store.uploads.claimEnded(10);
}

describe('a file that is received', () => {
  it('waits for a message with the bytes that it has', async () => {
    const owner = await newOwner();
    const { mediaId, byteLength } = await receive(owner);
    expect(byteLength).toBe(PARTS[0]!.length + PARTS[1]!.length);
    expect(await store.uploads.find(owner, [mediaId])).toHaveLength(1);
    expect(await filesLeft()).toEqual([mediaId]);
  });

  it('does not wait before its end', async () => {
    const owner = await newOwner();
    let begun: unknown[] = [];
    await receive(owner, async () => {
      const coming = await store.prisma.upload.findMany({ where: owner });
      begun = [
        coming.length,
        await store.uploads.find(
          owner,
          coming.map(({ id }) => id),
        ),
      ];
    });
    expect(begun).toEqual([1, []]);
  });

  it('leaves nothing if another one is to be taken in its place, or its end is refused', async () => {
    const owner = await newOwner();
    await receive(owner, undefined, async () => false);
    const refused = async (finish: () => Promise<unknown>) => {
      await finish();
      throw new ServiceError('idempotency_key_reused');
    };
    await expect(receive(owner, undefined, refused)).rejects.toMatchObject({ status: 422 });
    expect(await filesLeft()).toEqual([]);
    expect(await usedBytes(owner.userId)).toBe(0);
  });

  it('stays as long as it may be finished, and goes when it is not', async () => {
    const [finished, unfinished] = [await newOwner(), await newOwner()];
    const lost = async (finish: () => Promise<unknown>) => {
      await finish();
      throw new Error('the answer of the commit is lost');
    };
    await expect(receive(finished, undefined, lost)).rejects.toThrow('lost');
    const rolledBack = async (finish: () => Promise<unknown>) => {
      await finish();
      await store.prisma.$executeRaw`UPDATE upload SET ready_at = NULL WHERE user_id = ${unfinished.userId}`;
      throw new Error('the database has stopped');
    };
    await expect(receive(unfinished, undefined, rolledBack)).rejects.toThrow('stopped');
    expect(await filesLeft()).toHaveLength(2);
    expect(await claimOf(unfinished.userId)).toHaveLength(1);
    expect(await claimOf(finished.userId)).toEqual([]);
  });

  it('is refused and leaves nothing if another process has begun to remove it', async () => {
    const owner = await newOwner();
    let claimed: string[] = [];
    const received = receive(owner, async () => (claimed = await claimOf(owner.userId)));
    await expect(received).rejects.toMatchObject({ code: 'request_timeout' });
    expect(claimed).toHaveLength(1);
    expect(await store.uploads.find(owner, claimed)).toEqual([]);
    expect(await filesLeft()).toEqual([]);
  });

  it('is refused and leaves nothing if another process has removed it', async () => {
    const owner = await newOwner();
    const received = receive(owner, async () => {
      const claimed = await claimOf(owner.userId);
      await Promise.all(claimed.map((mediaId) => media.remove(mediaId)));
      await store.uploads.forget(claimed);
    });
    await expect(received).rejects.toThrow();
    expect(await store.prisma.upload.count({ where: owner })).toBe(0);
    expect(await filesLeft()).toEqual([]);
  });

  it('gives its bytes back if the disk is full, and the next file is taken', async () => {
    const owner = await newOwner();
    const { put } = media;
    media.put = async (mediaId, bytes) => {
      const folder = join(dataDir, 'media', mediaId.slice(2, 4));
      await mkdir(folder, { recursive: true });
      // The system's own disk that is always full.
      await symlink('/dev/full', join(folder, `${mediaId}.part`));
      return put.call(media, mediaId, bytes);
    };
    await expect(receive(owner)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 30 });
    expect(await store.prisma.upload.count({ where: owner })).toBe(0);
    expect(await usedBytes(owner.userId)).toBe(0);
    expect(await filesLeft()).toEqual([]);
    media.put = put;
    const { byteLength } = await receive(owner);
    expect(await usedBytes(owner.userId)).toBe(byteLength);
  });

  it('keeps its row and its bytes while what was written of it cannot be removed', async () => {
    const owner = await newOwner();
    const { remove } = media;
    media.remove = () => Promise.reject(new Error('EROFS'));
    const received = receive(owner, () => Promise.reject(new Error('EIO')));
    await expect(received).rejects.toThrow('EIO');
    expect(await usedBytes(owner.userId)).toBeGreaterThan(0);
    media.remove = remove;
    const left = await claimOf(owner.userId);
    expect(left).toHaveLength(1);
  });
});
