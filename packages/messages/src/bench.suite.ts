import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAgentSecret, newId, SecretBox } from '@svc/domain';
import { createScratchDatabase, openStore } from '@svc/store';
import type { ScratchDatabase, Store } from '@svc/store';
import { MediaStorage } from './index.js';

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** A scratch database, and a folder for the files of messages, for the tests of one file. */
export function useMessagesBench() {
  let scratch: ScratchDatabase;
  const bench = {
    store: {} as Store,
    /** A new one for each test. */
    dataDir: '',
    media: {} as MediaStorage,
    async addUser() {
      const id = newId('rule');
      await bench.store.prisma.user.create({ data: { id, name: 'Ursula', email: `${id}@example.org` } });
      return id;
    },
    /** An interactive agent of a new user. */
    async addAgent(webhookUrl: string | null = null) {
      const ownerId = await bench.addUser();
      const agent = { ownerId, agentName: 'Ada', kind: 'interactive' as const, secret: newAgentSecret() };
      const { agentId } = await bench.store.agents.create({ ...agent, webhookUrl });
      return { agentId, ownerId };
    },
    async filesLeft() {
      const entries = await readdir(bench.dataDir, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    },
  };
  beforeAll(async () => {
    scratch = await createScratchDatabase(SERVER_URL);
    bench.store = openStore({ databaseUrl: scratch.databaseUrl, box: new SecretBox(Buffer.alloc(32, 7)) });
  });
  afterAll(async () => {
    await bench.store.close();
    await scratch.drop();
  });
  beforeEach(async () => {
    bench.dataDir = await mkdtemp(join(tmpdir(), 'svc-messages-'));
    bench.media = new MediaStorage({ dataDir: bench.dataDir, publicBaseUrl: 'https://example.com' });
  });
  afterEach(() => rm(bench.dataDir, { recursive: true, force: true }));
  return bench;
}
