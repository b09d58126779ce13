import { afterAll, beforeAll } from '@jest/globals';
import { createScratchDatabase } from '@svc/database';
import type { ScratchDatabase } from '@svc/database';
import { newAgentSecret, newId, SecretBox } from '@svc/domain';
import type { AgentKind } from '@svc/domain';
import { Client, Pool } from 'pg';
import type { PoolConfig } from 'pg';
import { WRITABLE_EVENT_STATE } from './events/event-state.suite.js';
import { openStore } from './store.js';
import type { Store } from './store.js';

export const TEST_SERVER_URL =
  process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

export interface StoreBench {
  store: Store;
  box: SecretBox;
  databaseUrl: string;
  /** Connections of its own, which the test ends. */
  openPool(config?: PoolConfig): Pool;
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  addUser(): Promise<string>;
  addAgent(options?: { ownerId?: string; kind?: AgentKind; webhookUrl?: string | null }): Promise<{
    agentId: string;
    ownerId: string;
  }>;
  /** Files a picture of one byte that the agent's owner has sent. */
  addMedia(agent: { agentId: string }, media: { mediaId: string; messageId?: string }): Promise<void>;
  /** Sends a user's message that opens a conversation, unless told which. */
  addMessage(
    agent: { agentId: string; ownerId: string },
    text?: string,
    conversationId?: string,
    ids?: { eventId: string; messageId: string },
  ): Promise<{
    eventId: string;
    messageId: string;
    conversationId: string;
    seq: number;
    slot: string | null;
  }>;
}

/** A store on a scratch database, opened before the file's tests and removed after them. */
export function useStore(): StoreBench {
  const bench = {} as StoreBench;
  let scratch: ScratchDatabase;
  let client: Client;

  beforeAll(async () => {
    scratch = await createScratchDatabase(TEST_SERVER_URL);
    client = new Client({ connectionString: scratch.databaseUrl });
    await client.connect();
    await client.query(WRITABLE_EVENT_STATE);
    const box = new SecretBox(Buffer.alloc(32, 7));
    // Tests of races look at those who wait for locks.
    const store = openStore({ databaseUrl: scratch.databaseUrl, box, lockWaitMs: 9_000 });
    Object.assign(bench, builders(store), {
      store,
      box,
      databaseUrl: scratch.databaseUrl,
      openPool: (config: PoolConfig = {}) =>
        // It says that it has ended before the server lets its connections go, and the database may be dropped meanwhile.
        new Pool({ connectionString: scratch.databaseUrl, ...config }).on('error', () => {}),
      sql: async (text: string, values?: unknown[]) =>
        (await client.query<Record<string, unknown>>(text, values)).rows,
    });
  });

  afterAll(async () => {
    await bench.store.close();
    await client.end();
    await scratch.drop();
  });

  return bench;
}

function builders(store: Store): Pick<StoreBench, 'addUser' | 'addAgent' | 'addMedia' | 'addMessage'> {
  let users = 0;
  async function addUser(): Promise<string> {
    users += 1;
    const id = `user_${users}_${newId('rule')}`;
    await store.prisma.user.create({ data: { id, name: `User ${users}`, email: `${id}@example.org` } });
    return id;
  }
  return {
    addUser,
    async addAgent(options = {}) {
      const ownerId = options.ownerId ?? (await addUser());
      const agent = await store.agents.create({
        ownerId,
        agentName: 'Ada',
        kind: options.kind ?? 'interactive',
        webhookUrl: options.webhookUrl ?? null,
        secret: newAgentSecret(),
      });
      return { agentId: agent.agentId, ownerId };
    },
    async addMedia({ agentId }, { mediaId: id, messageId = newId('message') }) {
      const file = { id, agentId, messageId, contentType: 'image/png', byteLength: 1 };
      await store.prisma.media.create({ data: { ...file, isFromAgent: false } });
    },
    async addMessage(
      agent,
      text = 'hello',
      conversationId,
      made = { eventId: newId('event'), messageId: newId('message') },
    ) {
      const ids = {
        ...made,
        conversationId: conversationId ?? newId('conversation'),
      };
      const written = await store.messages.writeUserMessage({
        ...ids,
        agentId: agent.agentId,
        userId: agent.ownerId,
        opensConversation: conversationId === undefined,
        senderName: 'Ursula',
        text,
        imageUrls: [],
        audioUrl: null,
        frame: JSON.stringify({ type: 'user_message', text }),
      });
      if (written === null) throw new Error('The message was not written');
      return { ...ids, seq: written.event.seq, slot: written.event.slot };
    },
  };
}
