import { once } from 'node:events';
import { createServer } from 'node:http';
import { MemoryBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { newAgentSecret, newId, SecretBox, ServiceError } from '@svc/domain';
import { createAnnouncing, createScratchDatabase, openStore } from '@svc/store';
import type { OutgoingEvent, ScratchDatabase, Store } from '@svc/store';
import { WEBHOOK_DUE_QUEUE } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import { createLogger } from '@svc/runtime';
import { AgentSocket, eventually, listening, Signal } from '@svc/testkit';
import { Registry } from 'prom-client';
import { WebSocket } from 'ws';
import { composeWebsocketHub } from './compose.js';
import { HUB_LIMITS } from './limits.js';
import type { HubLimits } from './limits.js';
import type { AcceptAgentMessage, HubStore, OpenStreams, UserSessions } from './claims.js';

const TEST_SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** The public address in the configuration; the hub under test listens on another one. */
export const PUBLIC_BASE_URL = 'http://console.example:8080';

const logger = createLogger({ service: 'hub-test', level: 'silent' });

export interface TestAgent {
  agentId: string;
  ownerId: string;
  secret: string;
}

/** Parts of the hub that a test replaces, to make them fail or wait. */
export interface Replaced {
  websocket?: Partial<HubStore['channels']['websocket']>;
  presence?: Partial<HubStore['presence']>;
  broker?: Broker;
  acceptAgentMessage?: AcceptAgentMessage;
  users?: UserSessions;
}

/** A socket on which nothing was sent yet, which may answer pings late. */
export class TestSocket extends AgentSocket {
  declare readonly socket: WebSocket;
  readonly #pings: Buffer[] = [];
  #answersPings: boolean;

  constructor(url: string, options: { answersPings?: boolean; headers?: Record<string, string> } = {}) {
    super(new WebSocket(url, { autoPong: false, headers: options.headers }));
    this.#answersPings = options.answersPings ?? true;
    this.socket.on('ping', (data) => (this.#answersPings ? this.socket.pong(data) : this.#pings.push(data)));
  }

  opened(): Promise<unknown> {
    return once(this.socket, 'open');
  }

  /** Answers the pings that came so far, and all later ones. */
  answerPings(): void {
    this.#answersPings = true;
    for (const data of this.#pings.splice(0)) this.socket.pong(data);
  }

  /** Until it is let in, or closed. */
  async tryAuth(agent: TestAgent, auth: Record<string, unknown> = {}): Promise<void> {
    await this.opened();
    this.send({ type: 'auth', agent_id: agent.agentId, secret: agent.secret, ...auth });
    await Promise.race([this.frames.atLeast(1), this.closed()]);
  }
}

export function useHub(): HubBench {
  const bench = new HubBench();
  beforeAll(() => bench.open());
  afterEach(() => bench.stopHubs());
  afterAll(() => bench.close());
  return bench;
}

/** A hub on a real database and a broker in memory, with the dispatchers' queue read into a list. */
export class HubBench {
  store!: Store;
  readonly broker = new MemoryBroker();
  /** Rings that came to the dispatchers. */
  readonly rung = new Signal<AgentEventMessage>();
  readonly #announcing = createAnnouncing({ broker: this.broker, logger });
  readonly #ownerId = newId('rule');
  readonly #running: RunningHub[] = [];
  #scratch!: ScratchDatabase;

  async open(): Promise<void> {
    this.#scratch = await createScratchDatabase(TEST_SERVER_URL);
    const { databaseUrl } = this.#scratch;
    this.store = openStore({ databaseUrl, box: new SecretBox(Buffer.alloc(32, 1)) });
    await this.broker.start();
    await this.broker.consume(WEBHOOK_DUE_QUEUE, { prefetch: 100 }, (body) => {
      this.rung.push(body);
      return 'ack';
    });
    const id = this.#ownerId;
    await this.store.prisma.user.create({ data: { id, name: 'Ursula', email: `${id}@example.org` } });
  }

  async stopHubs(): Promise<void> {
    for (const hub of this.#running.splice(0)) await hub.stop();
    this.rung.items.length = 0;
  }

  async close(): Promise<void> {
    await this.#announcing.publishing.drain();
    await this.broker.stop();
    await this.store.close();
    await this.#scratch.drop();
  }

  async addAgent(): Promise<TestAgent> {
    const [ownerId, secret] = [this.#ownerId, newAgentSecret()];
    const { agentId } = await this.store.agents.create({
      ...{ ownerId, agentName: 'Ada', kind: 'interactive', webhookUrl: null, secret },
    });
    return { agentId, ownerId, secret };
  }

  announce(event: OutgoingEvent): void {
    this.#announcing.announcer.announce(event);
  }

  /** Commits a user's message and announces its event, unless told to leave that out. */
  async send({ agentId, ownerId }: TestAgent, text: string, { announce = true } = {}) {
    const [messageId, eventId] = [newId('message'), newId('event')];
    const frame = JSON.stringify({ type: 'user_message', text, message_id: messageId });
    const written = await this.store.messages.writeUserMessage({
      ...{ messageId, eventId, agentId, userId: ownerId },
      ...{ conversationId: newId('conversation'), opensConversation: true },
      ...{ senderName: 'Ursula', text, imageUrls: [], audioUrl: null, frame },
    });
    if (written === null) throw new Error('The message was not written');
    if (announce) this.announce(written.event);
    return { ...written.event, messageId };
  }

  async startHub(limits: Partial<HubLimits> = {}, replaced: Replaced = {}): Promise<RunningHub> {
    const hub = await startHub(this, { ...HUB_LIMITS, checkIntervalMs: 20, ...limits }, replaced);
    this.#running.push(hub);
    return hub;
  }

  /** A hub, a new agent, and its socket there. */
  async startConnected(...options: Parameters<HubBench['startHub']>) {
    const hub = await this.startHub(...options);
    const agent = await this.addAgent();
    return { hub, agent, socket: await hub.connect(agent) };
  }

  /** The slot of the hub that has the agent's newest session. */
  async slotOf({ agentId }: TestAgent): Promise<string> {
    const newest = { where: { agentId }, orderBy: { connectedAt: 'desc' } } as const;
    return (await this.store.prisma.agentSession.findFirstOrThrow(newest)).slot;
  }

  /** Resolves when the agent counts as offline. */
  async offline({ agentId }: TestAgent): Promise<void> {
    const online = () => this.store.presence.connectionsOf([agentId]);
    await eventually(online, ({ size }) => size === 0);
  }

  /** Resolves when the store says that the event is delivered. */
  async delivered({ eventId: id }: { eventId: string }): Promise<void> {
    const stored = () => this.store.prisma.event.findUnique({ where: { id } });
    await eventually(stored, (event) => event?.state === 'delivered');
  }
}

/** Options of a socket that answers no pings. */
export const FROZEN = { answersPings: false };

export type RunningHub = Awaited<ReturnType<typeof startHub>>;

async function startHub(bench: HubBench, limits: HubLimits, replaced: Replaced) {
  const { broker = bench.broker, acceptAgentMessage = acceptAll, users = NO_USERS } = replaced;
  const { hints, publishing } = createAnnouncing({ broker, logger });
  const { services, upgrade } = composeWebsocketHub(
    { limits, trustedProxies: ['127.0.0.0/8'] },
    {
      store: {
        ...bench.store,
        channels: {
          ...bench.store.channels,
          websocket: { ...bench.store.channels.websocket, ...replaced.websocket },
        },
        presence: { ...bench.store.presence, ...replaced.presence },
      },
      ...{ broker, hints, acceptAgentMessage, streams: NO_STREAMS, users, publicBaseUrl: PUBLIC_BASE_URL },
      ...{ mediaLinks: { forAgent: (url: string) => url }, logger, metrics: new Registry() },
    },
  );
  for (const service of services) await service.start();
  const server = createServer().on('upgrade', upgrade);
  const url = (await listening(server)).url.replace('http', 'ws');

  /** A socket at the agent's path on which nothing was sent yet. */
  const open = ({ agentId }: TestAgent, options?: { answersPings?: boolean }) =>
    new TestSocket(`${url}/ws/agent/${agentId}`, options);

  return {
    url,
    open,
    async stop() {
      server.close();
      for (const service of services) await service.stop();
      await publishing.drain();
    },
    async connect(agent: TestAgent, auth?: Record<string, unknown>, options?: { answersPings?: boolean }) {
      const socket = open(agent, options);
      await socket.tryAuth(agent, auth);
      return socket;
    },
    /** Connects as soon as the hub takes connections again. */
    async reconnect(agent: TestAgent) {
      for (;;) {
        const socket = open(agent);
        await socket.tryAuth(agent).catch(() => undefined);
        if (socket.frames.items.length > 0) return socket;
      }
    },
  };
}

const NO_USERS: UserSessions = { findSession: async () => null, openAmong: async () => new Set() };

const NO_STREAMS: OpenStreams = {
  name: 'no-streams',
  start: async () => {},
  stop: async () => {},
  begin: () => Promise.reject(new ServiceError('unavailable')),
};

const acceptAll: AcceptAgentMessage = async ({ conversationId }) => ({
  ...{ messageId: 'msg_1', conversationId: conversationId ?? 'conv_new' },
});
