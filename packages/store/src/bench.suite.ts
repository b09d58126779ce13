import { afterAll, beforeAll } from '@jest/globals';
import { createScratchDatabase } from './database/scratch-database.js';
import type { ScratchDatabase } from './database/scratch-database.js';
import { TEST_SERVER_URL } from './database/scratch.suite.js';
import { newAgentSecret, newId, SecretBox } from '@svc/domain';
import type { AgentKind } from '@svc/domain';
import { Client, Pool } from 'pg';
import type { PoolConfig } from 'pg';
import { WRITABLE_EVENT_STATE } from './events/event-state.suite.js';
import type { NewAgentMessage, NewUserMessage } from './messages/message-writes.js';
import { openStore } from './store.js';
import type { Store, StoreOptions } from './store.js';
import type { HubClaim } from './presence/presence.js';

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

export interface StoreBench {
  store: Store;
  box: SecretBox;
  databaseUrl: string;
  /** Another store on the database, as another process has it. It is closed after the file's tests, if not before. */
  open(options?: Partial<StoreOptions>): Store;
  /** Connections of its own, which end after the file's tests. */
  openPool(config?: PoolConfig): Pool;
  /** The rows of a statement. */
  sql: Statement<Record<string, unknown>[]>;
  /** What the first column of the first row has. */
  valueOf: Statement<unknown>;
  addUser(): Promise<string>;
  addAgent(options?: { ownerId?: string; kind?: AgentKind; webhookUrl?: string | null }): Promise<TestAgent>;
  /** Connects an agent through a hub that takes a slot for it. */
  connect(
    agentId: string,
    session?: { slot?: string | null; resumes?: boolean; secretHash?: Uint8Array; keyId?: string },
  ): Promise<{ hub: HubClaim; sessionId: string }>;
  /** Files a picture of one byte that the agent's owner has sent. */
  addMedia(agent: { agentId: string }, media: { mediaId: string; messageId?: string }): Promise<void>;
  /** Sends a user's message that opens a conversation, unless told which. */
  addMessage(
    agent: TestAgent,
    text?: string,
    conversationId?: string,
    ids?: { eventId?: string; messageId?: string },
  ): Promise<{
    eventId: string;
    messageId: string;
    conversationId: string;
    seq: number;
    slot: string | null;
  }>;
}

/** A store on a scratch database, opened before the file's tests and removed after them. */
export function useDatabase(): StoreBench {
  const bench = {} as StoreBench;
  const opened: Store[] = [];
  const pools: Pool[] = [];
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
      open(options: Partial<StoreOptions> = {}) {
        const other = openStore({ databaseUrl: scratch.databaseUrl, box, ...options });
        opened.push(other);
        return other;
      },
      openPool(config: PoolConfig = {}) {
        // It says that it has ended before the server lets its connections go, and the database may be dropped meanwhile.
        const pool = new Pool({ connectionString: scratch.databaseUrl, ...config }).on('error', () => {});
        pools.push(pool);
        return pool;
      },
      sql: async (text: StatementText, ...values: unknown[]) =>
        (await client.query<Record<string, unknown>>(textOf(text), values)).rows,
      valueOf: async (text: StatementText, ...values: unknown[]) =>
        (await client.query<unknown[]>({ text: textOf(text), values, rowMode: 'array' })).rows[0]?.[0],
    });
  });

  afterAll(async () => {
    await Promise.all([bench.store, ...opened].map((store) => store.close()));
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
    ...{ reportTitle: null, reportDescription: null, ...changes },
  };
}

type Builders = Pick<StoreBench, 'addUser' | 'addAgent' | 'addMedia' | 'addMessage' | 'connect'>;

function builders(store: Store): Builders {
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
    async connect(agentId, { slot = null, ...session } = {}) {
      const hub = await store.presence.claimSlot(slot);
      const sessionId = newId('session');
      await store.presence.connect({ sessionId, agentId, ...hub, revokeAt: null, ...session });
      return { hub, sessionId };
    },
    async addMessage(agent, text = 'hello', conversationId, ids = {}) {
      const message = userMessage(agent, conversationId, { text, ...ids });
      const written = await store.messages.writeUserMessage(message);
      if (written === null) throw new Error('The message was not written');
      const { seq, slot } = written.event;
      const { eventId, messageId } = message;
      return { eventId, messageId, conversationId: message.conversationId, seq, slot };
    },
  };
}
