import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newAgentSecret, SecretBox } from '@svc/domain';
import { createLogger } from '@svc/runtime';
import { createScratchDatabase, openStore } from '@svc/store';
import type { Store } from '@svc/store';
import { demoRemoval } from './demo-removal.js';

const DATABASE_SERVER_URL =
  process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const EMAIL = 'demo@example.com';
const MADE_AT = new Date('2026-03-02T09:00:00.000Z');
const logger = createLogger({ service: 'test', level: 'silent' });

let database: Awaited<ReturnType<typeof createScratchDatabase>>;
let store: Store;
let dataDir: string;
let removedFiles: string[];

beforeAll(async () => {
  database = await createScratchDatabase(DATABASE_SERVER_URL);
  store = openStore({
    databaseUrl: database.databaseUrl,
    connectionsMax: 4,
    box: new SecretBox(randomBytes(32)),
    agentErrorThreshold: 5,
  });
  dataDir = await mkdtemp(join(tmpdir(), 'demo-removal-'));
});

afterAll(async () => {
  await store.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  removedFiles = [];
  await store.prisma.user.deleteMany();
});

const start = () =>
  demoRemoval({
    dataDir,
    store,
    media: { remove: async (mediaId) => void removedFiles.push(mediaId) },
    logger,
  }).start();

async function addUser(id: string, options: { email: string; createdAt: Date }): Promise<void> {
  await store.prisma.user.create({ data: { id, name: 'Demo', ...options } });
}

async function writeRecord(userId: string | null): Promise<void> {
  const record = {
    email: EMAIL,
    password: 'demo-demo',
    createdAt: MADE_AT,
    userId,
    agents: {},
    isFurnished: true,
  };
  await writeFile(join(dataDir, 'demo.json'), JSON.stringify(record));
}

const userIds = async () =>
  (await store.prisma.user.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);

describe('with the demo off', () => {
  it('the demo user of an earlier start goes with agents, files and record, and nobody else', async () => {
    await addUser('demo', { email: EMAIL, createdAt: MADE_AT });
    await addUser('other', { email: 'someone@example.org', createdAt: MADE_AT });
    const [agent] = await Promise.all(
      ['demo', 'other'].map((ownerId) =>
        store.agents.create({
          ownerId,
          agentName: 'Ada',
          kind: 'interactive',
          webhookUrl: null,
          secret: newAgentSecret(),
        }),
      ),
    );
    const mediaId = randomBytes(16).toString('hex');
    const of = { agentId: agent?.agentId ?? '', messageId: 'msg', isFromAgent: false };
    await store.prisma.media.create({
      data: { id: mediaId, ...of, contentType: 'image/png', byteLength: 1 },
    });
    await writeRecord('demo');

    await start();

    expect(await userIds()).toEqual(['other']);
    expect(await store.prisma.agent.findMany({ select: { ownerId: true } })).toEqual([{ ownerId: 'other' }]);
    expect(removedFiles).toEqual([mediaId]);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('an account that was made without being noted goes too', async () => {
    await addUser('demo', { email: EMAIL, createdAt: new Date(MADE_AT.getTime() + 50) });
    await writeRecord(null);
    await start();
    expect(await userIds()).toEqual([]);
  });

  it("someone's own account of that address stays", async () => {
    await addUser('person', { email: EMAIL, createdAt: new Date(MADE_AT.getTime() - 1) });
    await writeRecord(null);
    await start();
    expect(await userIds()).toEqual(['person']);
    await start();
    expect(await userIds()).toEqual(['person']);
  });
});
