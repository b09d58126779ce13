import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { MemoryBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { newAgentSecret, newId, SecretBox, ServiceError } from '@svc/domain';
import { createAnnouncing, createScratchDatabase, openStore } from '@svc/store';
import type { Announcing, OutgoingEvent, ScratchDatabase, Store } from '@svc/store';
import { WEBHOOK_DUE_QUEUE } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import { createLogger } from '@svc/runtime';
import { eventually, RecordedSocket, Signal } from '@svc/testkit';
import { Registry } from 'prom-client';
import { WebSocket } from 'ws';
import { composeWebsocketHub } from './compose.js';
import { HUB_LIMITS } from './limits.js';
import type { HubLimits } from './limits.js';
import type { AcceptAgentMessage, HubStore, OpenStreams, UserSessions } from './claims.js';

const TEST_SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** The public address in the configuration; the hub under test listens on another one. */
export const PUBLIC_BASE_URL = 'http://console.example:8080';

export interface TestAgent {
  agentId: string;
  ownerId: string;
  secret: string;
}

/** A hub on a real database and a broker in memory, with the dispatchers' queue read into a list. */
export interface HubBench {
  store: Store;
  broker: MemoryBroker;
  /** Rings that came to the dispatchers. */
  rung: Signal<AgentEventMessage>;
  addAgent(): Promise<TestAgent>;
  announce(event: OutgoingEvent): void;
  /** Commits a user's message and announces its event, unless told to leave that out. */
  send(
    agent: TestAgent,
    text: string,
    options?: { announce?: boolean },
  ): Promise<OutgoingEvent & { messageId: string }>;
  startHub(limits?: Partial<HubLimits>, slot?: string, replaced?: Replaced): Promise<RunningHub>;
  isOnline(agent: TestAgent): Promise<boolean>;
  /** Resolves when the agent counts as offline. */
  offline(agent: TestAgent): Promise<unknown>;
  /** Resolves when the store says that the event is delivered. */
  delivered(event: { eventId: string }): Promise<unknown>;
}

/** Parts of the hub that a test replaces, to make them fail or wait. */
export interface Replaced {
  websocket?: Partial<HubStore['channels']['websocket']>;
  presence?: Partial<HubStore['presence']>;
  broker?: Broker;
  acceptAgentMessage?: AcceptAgentMessage;
  users?: UserSessions;
}

export interface RunningHub {
  url: string;
  stop(): Promise<void>;
  /** A socket at the agent's path on which nothing was sent yet. */
  open(agent: TestAgent, options?: { answersPings?: boolean }): TestSocket;
  connect(agent: TestAgent, auth?: Record<string, unknown>): Promise<TestSocket>;
  /** Connects a socket that answers no pings. */
  connectFrozen(agent: TestAgent): Promise<TestSocket>;
  /** Connects as soon as the hub takes connections again. */
  reconnect(agent: TestAgent): Promise<TestSocket>;
}

/** A socket on which nothing was sent yet, which may answer pings late. */
export class TestSocket extends RecordedSocket {
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

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  }

  /** Answers the pings that came so far, and all later ones. */
  answerPings(): void {
    this.#answersPings = true;
    for (const data of this.#pings.splice(0)) this.socket.pong(data);
  }

  async authenticate(agent: TestAgent, auth: Record<string, unknown> = {}): Promise<void> {
    await this.opened();
    this.send({ type: 'auth', agent_id: agent.agentId, secret: agent.secret, ...auth });
    await Promise.race([this.frames.atLeast(1), this.closed()]);
  }

  /** Texts of the user messages that came, in order. */
  get texts(): unknown[] {
    return this.frames.items
      .filter((frame) => frame['type'] === 'user_message')
      .map((frame) => frame['text']);
  }
}

export function useHub(): HubBench {
  const bench = { rung: new Signal<AgentEventMessage>() } as HubBench;
  const running: RunningHub[] = [];
  let scratch: ScratchDatabase;
  let announcing: Announcing;

  beforeAll(async () => {
    scratch = await createScratchDatabase(TEST_SERVER_URL);
    bench.store = openStore({ databaseUrl: scratch.databaseUrl, box: new SecretBox(Buffer.alloc(32, 1)) });
    bench.broker = new MemoryBroker();
    await bench.broker.start();
    await bench.broker.consume(WEBHOOK_DUE_QUEUE, { prefetch: 100 }, (body) => {
      bench.rung.push(body);
      return 'ack';
    });
    announcing = createAnnouncing({
      broker: bench.broker,
      logger: createLogger({ service: 'hub-test', level: 'silent' }),
    });
    bench.announce = (event) => announcing.announcer.announce(event);
    const ownerId = newId('rule');
    await bench.store.prisma.user.create({
      data: { id: ownerId, name: 'Ursula', email: `${ownerId}@example.org` },
    });
    bench.addAgent = async () => {
      const secret = newAgentSecret();
      const agent = await bench.store.agents.create({
        ...{ ownerId, agentName: 'Ada', kind: 'interactive', webhookUrl: null, secret },
      });
      return { agentId: agent.agentId, ownerId, secret };
    };
    bench.isOnline = async ({ agentId }) =>
      (await bench.store.presence.connectionsOf([agentId])).has(agentId);
    bench.offline = (agent) =>
      eventually(
        () => bench.isOnline(agent),
        (isOnline) => !isOnline,
      );
    bench.delivered = ({ eventId: id }) =>
      eventually(
        () => bench.store.prisma.event.findUnique({ where: { id } }),
        (found) => found?.state === 'delivered',
      );
    bench.send = (agent, text, options) => sendMessage(bench, agent, text, options?.announce ?? true);
    bench.startHub = async (limits = {}, slot, replaced = {}) => {
      const all = { ...HUB_LIMITS, checkIntervalMs: 20, ...limits };
      const hub = await startHub(bench, all, slot ?? null, replaced);
      running.push(hub);
      return hub;
    };
  });

  afterEach(async () => {
    for (const hub of running.splice(0)) await hub.stop();
    bench.rung.items.length = 0;
  });

  afterAll(async () => {
    await announcing.publishing.drain();
    await bench.broker.stop();
    await bench.store.close();
    await scratch.drop();
  });

  return bench;
}

async function sendMessage(bench: HubBench, agent: TestAgent, text: string, announce: boolean) {
  const ids = { messageId: newId('message'), eventId: newId('event'), conversationId: newId('conversation') };
  const frame = JSON.stringify({ type: 'user_message', text, message_id: ids.messageId });
  const written = await bench.store.messages.writeUserMessage({
    ...{ ...ids, agentId: agent.agentId, userId: agent.ownerId, opensConversation: true },
    ...{ senderName: 'Ursula', text, imageUrls: [], audioUrl: null, frame },
  });
  if (written === null) throw new Error('The message was not written');
  if (announce) bench.announce(written.event);
  return { ...written.event, messageId: ids.messageId };
}

async function startHub(
  bench: HubBench,
  limits: HubLimits,
  slot: string | null,
  replaced: Replaced,
): Promise<RunningHub> {
  const broker = replaced.broker ?? bench.broker;
  const logger = createLogger({ service: 'hub-test', level: 'silent' });
  const { hints, publishing } = createAnnouncing({ broker, logger });
  const composed = composeWebsocketHub(
    { slot, limits, trustedProxies: ['127.0.0.0/8'] },
    {
      store: {
        ...bench.store,
        channels: { websocket: { ...bench.store.channels.websocket, ...replaced.websocket } },
        presence: { ...bench.store.presence, ...replaced.presence },
      },
      broker,
      hints,
      acceptAgentMessage: replaced.acceptAgentMessage ?? acceptAll,
      streams: NO_STREAMS,
      users: replaced.users ?? { findSession: async () => null, openAmong: async () => new Set() },
      publicBaseUrl: PUBLIC_BASE_URL,
      mediaLinks: { forAgent: (url) => url },
      logger,
      metrics: new Registry(),
    },
  );
  for (const service of composed.services) await service.start();
  const server: Server = createServer().on('upgrade', composed.upgrade!);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async stop() {
      server.close();
      for (const service of composed.services) await service.stop();
      await publishing.drain();
    },
    open,
    async connect(agent, auth) {
      const socket = open(agent);
      await socket.authenticate(agent, auth);
      return socket;
    },
    async connectFrozen(agent) {
      const socket = open(agent, { answersPings: false });
      await socket.authenticate(agent);
      return socket;
    },
    async reconnect(agent) {
      for (;;) {
        const socket = open(agent);
        await socket.authenticate(agent).catch(() => undefined);
        if (socket.frames.items.length > 0) return socket;
      }
    },
  };

  function open(agent: TestAgent, options?: { answersPings?: boolean }): TestSocket {
    return new TestSocket(`${url}/ws/agent/${agent.agentId}`, options);
  }
}

const NO_STREAMS: OpenStreams = {
  name: 'no-streams',
  start: async () => {},
  stop: async () => {},
  begin: () => Promise.reject(new ServiceError('unavailable')),
};

const acceptAll: AcceptAgentMessage = async ({ conversationId }) => ({
  ...{ messageId: 'msg_1', conversationId: conversationId ?? 'conv_new' },
});
