import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { MediaStorage, newMediaId } from './media-storage.js';

describe('media on disk', () => {
  let dataDir: string;
  let storage: MediaStorage;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'svc-media-'));
    storage = new MediaStorage({ dataDir, publicBaseUrl: 'https://example.com/' });
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));
  const folderOf = (mediaId: string) => join(dataDir, 'media', mediaId.slice(2, 4));

  it('is written while it comes, and is not there before its end', async () => {
    const mediaId = newMediaId('image/png');
    const seen: unknown[] = [];
    async function* parts(): AsyncGenerator<Buffer> {
      yield Buffer.from('pix');
      seen.push(await storage.find(mediaId));
      yield Buffer.from('els');
    }
    await storage.put(mediaId, parts());
    expect(seen).toEqual([null]);
    expect(await readFile((await storage.find(mediaId))!.path, 'utf8')).toBe('pixels');
    await storage.put(mediaId, Buffer.from('anew'));
    expect(await readFile((await storage.find(mediaId))!.path, 'utf8')).toBe('anew');
  });

  it('leaves nothing if it breaks off, and removal takes what a process that died has left', async () => {
    const mediaId = newMediaId('image/png');
    async function* parts(): AsyncGenerator<Buffer> {
      yield Buffer.from('pix');
      throw new Error('broke off');
    }
    await expect(storage.put(mediaId, parts())).rejects.toThrow('broke off');
    const folder = folderOf(mediaId);
    expect(await readdir(folder)).toEqual([]);
    await writeFile(join(folder, `${mediaId}.part`), 'pix');
    expect(await storage.find(mediaId)).toBeNull();
    await storage.remove(mediaId);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['a full disk', Buffer.from('pixels')],
    ['a full disk, while it comes', Buffer.alloc(1024 * 1024)],
  ])('is refused for now by %s, and leaves nothing', async (_what, bytes) => {
    const mediaId = newMediaId('image/png');
    const folder = folderOf(mediaId);
    await mkdir(folder, { recursive: true });
    const refusal = { code: 'unavailable', retryAfterSeconds: 30, cause: { code: 'ENOSPC' } };
    for (const content of [bytes, Readable.from([bytes])]) {
      // The system's own disk that is always full.
      await symlink('/dev/full', join(folder, `${mediaId}.part`));
      await expect(storage.put(mediaId, content)).rejects.toMatchObject(refusal);
      expect(await readdir(folder)).toEqual([]);
    }
    await storage.put(mediaId, bytes);
  });

  const others = [`p-${'a'.repeat(43)}/x.png`, `p-${'.'.repeat(43)}.png`];
  it.each(['../secret.png', '..%2fsecret.png', 'secret.png', '', ...others])(
    'never leaves its folder for %j',
    async (mediaId) => {
      await writeFile(join(dataDir, 'secret.png'), 'secret');
      expect(await storage.find(mediaId)).toBeNull();
      await storage.remove(mediaId);
      expect(await readdir(dataDir)).toContain('secret.png');
    },
  );

  it('has no file of a type that it does not know', async () => {
    expect(await storage.find(`p-${'a'.repeat(43)}.html`)).toBeNull();
    expect(() => newMediaId('text/html')).toThrow('text/html');
    await expect(storage.put(`p-${'a'.repeat(43)}.html`, Buffer.from('x'))).rejects.toThrow('.html');
  });
});
