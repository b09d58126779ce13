import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newMediaId } from '../storage.js';
import { DiskMediaStorage } from './disk.js';

describe('media on disk', () => {
  let dataDir: string;
  let storage: DiskMediaStorage;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'svc-media-'));
    storage = new DiskMediaStorage({ dataDir, publicBaseUrl: 'https://example.com/' });
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('is written while it comes, and is not there before its end', async () => {
    const mediaId = newMediaId('image/png');
    const seen: unknown[] = [];
    async function* parts(): AsyncGenerator<Buffer> {
      yield Buffer.from('pix');
      seen.push(await storage.open(mediaId));
      yield Buffer.from('els');
    }
    await storage.put(mediaId, parts());
    expect(seen).toEqual([null]);
    expect((await buffer((await storage.open(mediaId))!.read())).toString()).toBe('pixels');
    await storage.put(mediaId, Buffer.from('anew'));
    expect((await buffer((await storage.open(mediaId))!.read())).toString()).toBe('anew');
  });

  it('leaves nothing if it breaks off, and removal takes what a process that died has left', async () => {
    const mediaId = newMediaId('image/png');
    async function* parts(): AsyncGenerator<Buffer> {
      yield Buffer.from('pix');
      throw new Error('broke off');
    }
    await expect(storage.put(mediaId, parts())).rejects.toThrow('broke off');
    const folder = join(dataDir, 'media', mediaId.slice(2, 4));
    expect(await readdir(folder)).toEqual([]);
    await writeFile(join(folder, `${mediaId}.part`), 'pix');
    expect(await storage.open(mediaId)).toBeNull();
    await storage.remove(mediaId);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['a full disk', Buffer.from('pixels')],
    ['a full disk, while it comes', Buffer.alloc(1024 * 1024)],
  ])('is refused for now by %s, and leaves nothing', async (_what, bytes) => {
    const mediaId = newMediaId('image/png');
    const folder = join(dataDir, 'media', mediaId.slice(2, 4));
    await mkdir(folder, { recursive: true });
    // The system's own disk that is always full.
    const full = () => symlink('/dev/full', join(folder, `${mediaId}.part`));
    async function* parts(): AsyncGenerator<Buffer> {
      yield bytes;
    }
    for (const content of [bytes, parts()]) {
      await full();
      await expect(storage.put(mediaId, content)).rejects.toMatchObject({
        ...{ code: 'unavailable', retryAfterSeconds: 30, cause: { code: 'ENOSPC' } },
      });
      expect(await readdir(folder)).toEqual([]);
    }
    await storage.put(mediaId, bytes);
  });

  it.each([
    '../secret.png',
    '..%2fsecret.png',
    'secret.png',
    '',
    `p-${'a'.repeat(43)}/x.png`,
    `p-${'.'.repeat(43)}.png`,
  ])('never leaves its folder for %j', async (mediaId) => {
    await writeFile(join(dataDir, 'secret.png'), 'secret');
    expect(await storage.open(mediaId)).toBeNull();
    await storage.remove(mediaId);
    expect(await readdir(dataDir)).toContain('secret.png');
  });

  it('has no file of a type that it does not know', async () => {
    expect(await storage.open(`p-${'a'.repeat(43)}.html`)).toBeNull();
    expect(() => newMediaId('text/html')).toThrow('text/html');
    await expect(storage.put(`p-${'a'.repeat(43)}.html`, Buffer.from('x'))).rejects.toThrow('.html');
  });
});
