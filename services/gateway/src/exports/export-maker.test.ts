import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAgentSecret, newId, SecretBox } from '@svc/domain';
import { MediaStorage, newMediaId } from '@svc/messages';
import { createLogger } from '@svc/runtime';
import { createScratchDatabase, openStore } from '@svc/store';
import type { ScratchDatabase, Store } from '@svc/store';
import { eventually, filesOfZip } from '@svc/testkit';
import { ExportFiles } from './export-files.js';
import { makeExports } from './export-maker.js';

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const logger = createLogger({ service: 'gateway', level: 'silent' });
const bench = {} as { store: Store; media: MediaStorage; dataDir: string };
let scratch: ScratchDatabase;

beforeAll(async () => {
  scratch = await createScratchDatabase(SERVER_URL);
  bench.store = openStore({ databaseUrl: scratch.databaseUrl, box: new SecretBox(Buffer.alloc(32, 7)) });
  bench.dataDir = await mkdtemp(join(tmpdir(), 'svc-exports-'));
  bench.media = new MediaStorage({ dataDir: bench.dataDir, publicBaseUrl: 'https://example.org' });
});

afterAll(async () => {
  await bench.store.close();
  await scratch.drop();
  await rm(bench.dataDir, { recursive: true });
});

async function requested(): Promise<{ userId: string; exportId: string }> {
  const exportId = newId('export');
  const userId = `user of ${exportId}`;
  const email = `${exportId}@example.org`;
  await bench.store.prisma.user.create({ data: { id: userId, name: 'Ursula', email } });
  await bench.store.exports.request({ exportId, userId });
  return { userId, exportId };
}

/** One tick of a gateway. */
const tick = (files: Pick<ExportFiles, 'ids' | 'remove' | 'write'>, options: { zipBytesMax?: number } = {}) =>
  makeExports({ ...bench, files, logger, ...options }, new AbortController().signal);

/** Exports in a folder of their own, what is in it, and what each of them holds. */
function folderOf(name: string, options: { bytesMax?: number } = {}) {
  const dataDir = join(bench.dataDir, name);
  const files = new ExportFiles({ dataDir, ...options });
  const bytesOf = (exportId: string) => readFile(files.pathOf(exportId));
  return { files, list: () => readdir(join(dataDir, 'exports')), bytesOf };
}

/** A new agent of the user. Returns what stores a picture of it. */
async function mailboxOf(userId: string): Promise<(byteLength: number) => Promise<string>> {
  const { agentId } = await bench.store.agents.create({
    ...{ ownerId: userId, agentName: 'Mailbox', kind: 'interactive', webhookUrl: null },
    secret: newAgentSecret(),
  });
  return async (byteLength) => {
    const mediaId = newMediaId('image/png');
    await bench.media.put(mediaId, Buffer.alloc(byteLength, 'x'));
    const of = { userId, agentId, messageId: 'msg', isFromAgent: false };
    const data = { id: mediaId, ...of, contentType: 'image/png', byteLength, readyAt: new Date() };
    await bench.store.prisma.media.create({ data });
    return mediaId;
  };
}

/** As if a minute had passed since the process that makes the export died, stopped or failed. */
const endLease = (exportId: string) =>
  bench.store.prisma
    .$executeRaw`UPDATE account_export SET leased_until = now() - interval '1 second' WHERE id = ${exportId}`;

const expire = (exports: { exportId: string }[]) =>
  bench.store.prisma.accountExport.updateMany({
    where: { id: { in: exports.map(({ exportId }) => exportId) } },
    data: { state: 'failed', expiresAt: new Date(Date.now() - 60_000) },
  });

const stateOf = async (userId: string) => (await bench.store.exports.listOf(userId))[0]?.state;

describe('an export', () => {
  it('whose process died is begun anew by another one, which the former cannot disturb', async () => {
    const { files, bytesOf } = folderOf('.');
    const { userId, exportId } = await requested();
    const { exports } = bench.store;
    const died = (await exports.claim())!;
    expect(died).toMatchObject({ exportId, attempt: 1 });
    expect(await exports.claim()).toBeNull();
    await endLease(exportId);
    const next = (await exports.claim())!;
    expect(next).toMatchObject({ exportId, attempt: 2 });
    expect(await exports.proceed(died, 7)).toBe(false);
    expect(await exports.finish(died, { lines: 7, bytes: 7 })).toBe(false);
    const bytes = await files.write(next, parts());
    expect(await exports.finish(next, { lines: 2, bytes })).toBe(true);
    expect(await stateOf(userId)).toBe('ready');
    expect(await bytesOf(exportId)).toEqual(Buffer.from('one, two'));
  });

  it('of which an attempt has failed waits for the next one, and has failed after the fifth', async () => {
    const { userId, exportId } = await requested();
    const write = async () => Promise.reject(new Error('No space is left on the disk'));
    const full = { write, remove: async () => undefined, ids: async () => [] };
    for (const attempt of [1, 2, 3, 4]) {
      await tick(full);
      await tick(full);
      const made = await bench.store.prisma.accountExport.findUnique({ where: { id: exportId } });
      expect(made).toMatchObject({ state: 'running', attempt });
      await endLease(exportId);
    }
    await tick(full);
    expect(await stateOf(userId)).toBe('failed');
  });

  it('whose file cannot be removed keeps no other from being removed or made', async () => {
    const stuck = await Promise.all(Array.from({ length: 17 }, () => requested()));
    await expire(stuck);
    const old = await requested();
    await expire([old]);
    const next = await requested();
    const remove = async (exportId: string) => {
      if (stuck.some((each) => each.exportId === exportId)) throw new Error('EACCES');
    };
    await tick({ write: async () => 7, remove, ids: async () => [] });
    expect(await stateOf(next.userId)).toBe('ready');
    expect(await stateOf(old.userId)).toBeUndefined();
    expect(await Promise.all(stuck.map(({ userId }) => stateOf(userId)))).toEqual(Array(17).fill('failed'));
    await bench.store.exports.forget(stuck.map((each) => each.exportId));
  });

  it('that was removed while its process stood still or died leaves no file', async () => {
    const { userId, exportId } = await requested();
    const { deletions, exports } = bench.store;
    const { files, list } = folderOf('late');
    await tick({
      async write(...written) {
        // By now another process has taken this one for dead, and the account is erased.
        await deletions.eraseUser({ userId, erasureId: newId('erasure') });
        await exports.forget([exportId]);
        return files.write(written[0], parts());
      },
      remove: (...removed) => files.remove(...removed),
      ids: () => files.ids(),
    });
    expect(await list()).toHaveLength(1);
    await tick(files);
    expect(await list()).toEqual([]);
  });

  it('lists files that are not there any more, or find no room, and holds the others as files', async () => {
    const { userId, exportId } = await requested();
    const stored = await mailboxOf(userId);
    const [held, large, gone] = [await stored(400_000), await stored(2_000_000), await stored(5)];
    await bench.media.remove(gone);
    const waiting = { mediaId: newMediaId('audio/mpeg'), contentType: 'audio/mpeg', byteLength: 5 };
    await bench.media.put(waiting.mediaId, Buffer.from('sound'));
    await bench.store.uploads.begin({ userId }, [waiting]);
    await bench.store.uploads.finish([waiting]);
    const { files, list, bytesOf } = folderOf('zips');
    await tick(files, { zipBytesMax: 1_000_000 });
    expect(await list()).toEqual([`${exportId}.zip`]);
    const bytes = await bytesOf(exportId);
    const zip = await filesOfZip(bytes);
    expect(new Map([...zip].filter(([path]) => path.startsWith('media/')))).toEqual(
      new Map([
        [`media/${waiting.mediaId}`, Buffer.from('sound')],
        [`media/${held}`, Buffer.alloc(400_000, 'x')],
      ]),
    );
    const lines = (path: string) =>
      (zip.get(path)?.toString() ?? 'none')
        .split('\n')
        .filter((text) => text !== '')
        .map((text) => JSON.parse(text) as Record<string, unknown>);
    const listed = lines('files.jsonl').map(({ path }) => path);
    const all = [waiting.mediaId, held, large, gone];
    expect(listed.toSorted()).toEqual(all.map((mediaId) => `media/${mediaId}`).toSorted());
    expect(lines('profile.jsonl')).toMatchObject([{ record: 'profile', name: 'Ursula' }]);
    expect(lines('messages.jsonl')).toEqual([]);
    const [made] = await bench.store.exports.listOf(userId);
    const written = [...zip.keys()].filter((path) => path.endsWith('.jsonl')).flatMap(lines);
    expect(made).toMatchObject({ state: 'ready', lines: written.length, bytes: bytes.length });
    await files.remove(exportId, 5);
    expect(await list()).toEqual([]);
  });

  it('is begun anew by the next process if one stops in the middle of it', async () => {
    const { userId, exportId } = await requested();
    const mediaId = await (await mailboxOf(userId))(400_000);
    const { files, list, bytesOf } = folderOf('stopped-zip');
    const stop = new AbortController();
    const find = (id: string) => {
      stop.abort();
      return bench.media.find(id);
    };
    await makeExports({ ...bench, media: { find }, files, logger }, stop.signal);
    expect(await stateOf(userId)).toBe('running');
    expect(await list()).toEqual([]);
    await endLease(exportId);
    await tick(files);
    expect(await stateOf(userId)).toBe('ready');
    const zip = await filesOfZip(await bytesOf(exportId));
    expect(zip.get(`media/${mediaId}`)).toEqual(Buffer.alloc(400_000, 'x'));
  });

  it('is begun anew if a file goes after it was found, and before it is read', async () => {
    const { userId, exportId } = await requested();
    const stored = await mailboxOf(userId);
    const ids = [await stored(2_000_000), await stored(5)].sort();
    const { files, list } = folderOf('gone-zip');
    const find = async (id: string) => {
      const found = await bench.media.find(id);
      if (id === ids[1]) await bench.media.remove(id);
      return found;
    };
    async function* slowly(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const piece of content) {
        for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        yield piece;
      }
    }
    const slow: Pick<ExportFiles, 'ids' | 'remove' | 'write'> = {
      ids: () => files.ids(),
      remove: (...removed) => files.remove(...removed),
      write: (claimed, content) => files.write(claimed, slowly(content)),
    };
    await makeExports({ ...bench, media: { find }, files: slow, logger }, new AbortController().signal);
    expect(await stateOf(userId)).toBe('running');
    expect(await list()).toEqual([]);
    await endLease(exportId);
    await tick(files);
    expect(await stateOf(userId)).toBe('ready');
  });

  it('that would be too large fails, and leaves no file and nothing open', async () => {
    const { userId } = await requested();
    const mediaId = await (await mailboxOf(userId))(3_000_000);
    const { files, list } = folderOf('small-zip', { bytesMax: 1_000_000 });
    await tick(files);
    expect(await stateOf(userId)).toBe('failed');
    expect(await list()).toEqual([]);
    const open = async () => {
      const descriptors = await readdir('/proc/self/fd');
      const targets = descriptors.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => ''));
      return (await Promise.all(targets)).filter((target) => target.endsWith(mediaId));
    };
    await eventually(open, (paths) => paths.length === 0, { what: 'the picture to be closed' });
  });

  it('is removed with its file when its time is over, and when its user is deleted', async () => {
    const { files, list } = folderOf('own');
    const [old, erased] = [await requested(), await requested()];
    await tick(files);
    expect(await list()).toHaveLength(2);
    const { prisma, deletions } = bench.store;
    await prisma.$executeRaw`UPDATE account_export SET expires_at = now() - make_interval(secs => 1) WHERE id = ${old.exportId}`;
    await deletions.eraseUser({ userId: erased.userId, erasureId: newId('erasure') });
    while (await deletions.step({ kind: 'user', id: erased.userId }));
    expect(await stateOf(erased.userId)).toBeDefined();
    await tick(files);
    expect(await list()).toEqual([]);
    expect(await stateOf(old.userId)).toBeUndefined();
    expect(await deletions.step({ kind: 'user', id: erased.userId })).toBe(true);
  });
});

async function* parts() {
  yield* ['one, ', 'two'].map((text) => Buffer.from(text));
}
