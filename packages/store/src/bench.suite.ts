import { createScratchDatabase } from './database/scratch-database.js';
import type { ScratchDatabase } from './database/scratch-database.js';
import { TEST_SERVER_URL } from './database/scratch.suite.js';
import { newAgentSecret, newId, SecretBox } from '@svc/domain';
import { Client, Pool } from 'pg';
import type { PoolConfig } from 'pg';
import { WRITABLE_EVENT_STATE } from './events/event-state.suite.js';
import type { NewAgentMessage, NewUserMessage } from './messages/message-writes.js';
import { openStore } from './store.js';
import type { Store, StoreOptions } from './store.js';

/** An agent, and the user who owns it. */
export interface TestAgent {
  agentId: string;
  ownerId: string;
}

export type StatementText = string | TemplateStringsArray;

/** Runs a text that names its values `$1`, `$2`, or as a tag a template that has them in place. */
export type Statement<Result> = (text: StatementText, ...values: unknown[]) => Promise<Result>;

/** The text of a template, with `$1`, `$2` in the places of its values. */
export function textOf(text: StatementText): string {
  if (typeof text === 'string') return text;
  return text.reduce((before, part, place) => `${before}$${place}${part}`);
}

type NewAgent = Parameters<Store['agents']['create']>[0];
type NewSession = Parameters<Store['presence']['connect']>[0];

export type StoreBench = ReturnType<typeof useDatabase>;

/** A store on a scratch database, opened before the file's tests and removed after them. */
export function useDatabase() {
  const opened: Store[] = [];
  const pools: Pool[] = [];
  let scratch: ScratchDatabase;
  let client: Client;
  let users = 0;

  const bench = {
    store: {} as Store,
    box: new SecretBox(Buffer.alloc(32, 7)),
    databaseUrl: '',

    /** Another store on the database, as another process has it. It is closed after the file's tests. */
    open(options: Partial<StoreOptions> = {}): Store {
      const store = openStore({ databaseUrl: bench.databaseUrl, box: bench.box, ...options });
      opened.push(store);
      return store;
    },

    /** Connections of its own, which end after the file's tests. */
    openPool(config: PoolConfig = {}): Pool {
      // It has ended before the server lets its connections go, and the database may be dropped then.
      const pool = new Pool({ connectionString: bench.databaseUrl, ...config }).on('error', () => {});
      pools.push(pool);
      return pool;
    },

    /** The rows of a statement. */
    sql: async (text: StatementText, ...values: unknown[]) =>
      (await client.query<Record<string, unknown>>(textOf(text), values)).rows,

    /** What the first column of the first row has. */
    async valueOf(text: StatementText, ...values: unknown[]): Promise<unknown> {
      const query = { text: textOf(text), values, rowMode: 'array' } as const;
      return (await client.query<unknown[]>(query)).rows[0]?.[0];
    },

    async addUser(): Promise<string> {
      users += 1;
      const id = `user_${users}_${newId('rule')}`;
      const data = { id, name: `User ${users}`, email: `${id}@example.org` };
      await bench.store.prisma.user.create({ data });
      return id;
    },

    async addAgent(options: Partial<NewAgent> = {}): Promise<TestAgent> {
      const ownerId = options.ownerId ?? (await bench.addUser());
      const plain = { agentName: 'Ada', kind: 'interactive', webhookUrl: null } as const;
      const agent = { ...plain, ...options, ownerId, secret: newAgentSecret() };
      return { agentId: (await bench.store.agents.create(agent)).agentId, ownerId };
    },

    /** Connects an agent through a hub that takes a slot for it. */
    async connect(agentId: string, options: Partial<NewSession> = {}) {
      const hub = await bench.store.presence.claimSlot();
      const sessionId = newId('session');
      await bench.store.presence.connect({ sessionId, agentId, ...hub, revokeAt: null, ...options });
      return { hub, sessionId };
    },

    /** Files a picture of one byte that the agent's owner has sent. */
    async addMedia(agent: TestAgent, mediaId: string, messageId = newId('message')) {
      const { agentId, ownerId: userId } = agent;
      const file = { id: mediaId, contentType: 'image/png', byteLength: 1, readyAt: new Date() };
      const data = { ...file, userId, agentId, messageId, isFromAgent: false };
      await bench.store.prisma.media.create({ data });
    },

    /** Sends a user's message that opens a conversation, unless told which. */
    async addMessage(
      agent: TestAgent,
      text = 'hello',
      conversationId?: string,
      ids: Partial<NewUserMessage> = {},
    ) {
      const message = userMessage(agent, conversationId, { text, ...ids });
      const written = await bench.store.messages.writeUserMessage(message);
      if (written === null) throw new Error('The message was not written');
      const { eventId, messageId } = message;
      const { seq, slot } = written.event;
      return { eventId, messageId, conversationId: message.conversationId, seq, slot };
    },

    /** A new agent, and a message of its owner, which opens a conversation. */
    async addConversation(text?: string, options: Partial<NewAgent> = {}) {
      const agent = await bench.addAgent(options);
      return { agent, ...(await bench.addMessage(agent, text)) };
    },
  };

  beforeAll(async () => {
    scratch = await createScratchDatabase(TEST_SERVER_URL);
    bench.databaseUrl = scratch.databaseUrl;
    client = new Client({ connectionString: scratch.databaseUrl });
    await client.connect();
    await client.query(WRITABLE_EVENT_STATE);
    // Tests of races look at those who wait for locks.
    bench.store = bench.open({ lockWaitMs: 9_000 });
  });

  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await Promise.all(pools.map((pool) => pool.end()));
    await client.end();
    await scratch.drop();
  });

  return bench;
}

/** A message of the agent's owner, which opens a conversation unless told which. */
export function userMessage(
  { agentId, ownerId }: TestAgent,
  conversationId?: string,
  changes: Partial<NewUserMessage> = {},
): NewUserMessage {
  const { text = 'hello' } = changes;
  return {
    ...{ messageId: newId('message'), eventId: newId('event'), agentId, userId: ownerId },
    ...{ conversationId: conversationId ?? newId('conversation') },
    ...{ opensConversation: conversationId === undefined, senderName: 'Ursula', text },
    ...{ imageUrls: [], audioUrl: null, frame: JSON.stringify({ type: 'user_message', text }), ...changes },
  };
}

/** A message of an agent, which opens a conversation unless told which. */
export function agentMessage(
  { agentId }: { agentId: string },
  conversationId?: string,
  changes: Partial<NewAgentMessage> = {},
): NewAgentMessage {
  return {
    ...{ messageId: newId('message'), agentId, conversationId: conversationId ?? newId('conversation') },
    ...{ opensConversation: conversationId === undefined, text: 'hello', imageUrls: [], taskRunId: null },
    ...{ audioUrl: null, reportTitle: null, reportDescription: null, ...changes },
  };
}
