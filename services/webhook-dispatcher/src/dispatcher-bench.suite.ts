import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { MemoryBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { newAgentSecret, newId, SecretBox } from '@svc/domain';
import { agentEventMessage, createAnnouncing, createScratchDatabase, openStore } from '@svc/store';
import { toWebhookDue } from '@svc/proto-events';
import { createLogger } from '@svc/runtime';
import type { EventRecord, FinishedAttempt, OutgoingEvent, ScratchDatabase, Store } from '@svc/store';
import { Signal, WebhookReceiver } from '@svc/testkit';
import type { WebhookAnswer } from '@svc/testkit';
import { Registry } from 'prom-client';
import { composeWebhookDispatcher } from './compose.js';
import type { WebhookDispatcherConfig } from './env.js';
import type { DispatcherStore } from './delivery.js';

const TEST_SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

export interface TestAgent {
  agentId: string;
  ownerId: string;
}

/** A dispatcher on a real database, with real receivers on loopback. */
export interface DispatcherBench {
  store: Store;
  broker: Broker;
  /** Attempts whose outcome is in the database. */
  finished: Signal<FinishedAttempt>;
  receiver(answer?: WebhookAnswer): Promise<WebhookReceiver>;
  addAgent(webhookUrl: string): Promise<TestAgent>;
  /** Commits a user's message, and rings for its event. */
  send(agent: TestAgent, text?: string): Promise<OutgoingEvent>;
  ring(event: OutgoingEvent): Promise<void>;
  /** Makes the claim of an attempt end now. */
  endClaim(event: OutgoingEvent): Promise<void>;
  start(options?: DispatcherOverrides): Promise<{ stop(): Promise<void> }>;
  /** The event as its owner sees it. */
  event(agent: TestAgent, eventId: string): Promise<EventRecord>;
  /** Resolves when so many attempts of the event are recorded. */
  attemptsOf(eventId: string, count: number): Promise<FinishedAttempt[]>;
}

type WebhookChannel = DispatcherStore['channels']['webhook'];

export interface DispatcherOverrides {
  config?: Partial<WebhookDispatcherConfig>;
  /** What it opens secrets with. Default: what has sealed them. */
  box?: SecretBox;
  /** Parts of the store's channel that a test replaces. */
  replaced?: (webhook: WebhookChannel) => Partial<WebhookChannel>;
}

export function useDispatcher(): DispatcherBench {
  const bench = {} as DispatcherBench;
  const receivers: WebhookReceiver[] = [];
  const running: { stop(): Promise<void> }[] = [];
  let scratch: ScratchDatabase;

  beforeAll(async () => {
    scratch = await createScratchDatabase(TEST_SERVER_URL);
    const box = new SecretBox(Buffer.alloc(32, 1));
    bench.store = openStore({ databaseUrl: scratch.databaseUrl, box });
    bench.broker = new MemoryBroker();
    await bench.broker.start();
    bench.finished = new Signal();
    Object.assign(bench, doings(bench, { box, running, receivers }));
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((dispatcher) => dispatcher.stop()));
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  });

  afterAll(async () => {
    await bench.broker.stop();
    await bench.store.close();
    await scratch.drop();
  });

  return bench;
}

function doings(
  bench: DispatcherBench,
  {
    box,
    running,
    receivers,
  }: { box: SecretBox; running: { stop(): Promise<void> }[]; receivers: WebhookReceiver[] },
): Omit<DispatcherBench, 'store' | 'broker' | 'finished'> {
  return {
    async receiver(answer) {
      const receiver = await WebhookReceiver.open(answer);
      receivers.push(receiver);
      return receiver;
    },
    async addAgent(webhookUrl) {
      const ownerId = newId('rule');
      const user = { id: ownerId, name: 'Ursula', email: `${ownerId}@example.org` };
      await bench.store.prisma.user.create({ data: user });
      const { agentId } = await bench.store.agents.create({
        ...{ ownerId, agentName: 'Ada', kind: 'interactive', webhookUrl, secret: newAgentSecret() },
      });
      return { agentId, ownerId };
    },
    async send({ agentId, ownerId }, text = 'hello') {
      const eventId = newId('event');
      const frame = JSON.stringify({ type: 'user_message', text });
      const written = await bench.store.messages.writeUserMessage({
        ...{
          eventId,
          agentId,
          userId: ownerId,
          senderName: 'Ursula',
          text,
          imageUrls: [],
          audioUrl: null,
          frame,
        },
        ...{ messageId: newId('message'), conversationId: newId('conversation'), opensConversation: true },
      });
      if (written === null) throw new Error('The message was not written');
      await bench.ring(written.event);
      return written.event;
    },
    ring: (event) => bench.broker.publish(toWebhookDue(), agentEventMessage(event)),
    async endClaim({ eventId, agentId }) {
      const { prisma } = bench.store;
      await prisma.$executeRaw`
        UPDATE event SET in_flight_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second'
         WHERE id = ${eventId}`;
      await prisma.$executeRaw`
        UPDATE agent_counter SET next_due_at = now() - interval '1 second' WHERE agent_id = ${agentId}`;
    },
    async start({ config, box: ownBox = box, replaced = () => ({}) } = {}) {
      const { breakers } = bench.store;
      const webhook = announced(bench);
      const store = { breakers, channels: { webhook: { ...webhook, ...replaced(webhook) } } };
      const { broker } = bench;
      const logger = createLogger({ service: 'test', level: 'silent' });
      const announcing = createAnnouncing({ broker, logger });
      const composed = composeWebhookDispatcher(
        {
          ...{ retryDelaysMs: [20, 30, 40], timeoutMs: 5_000, allowedNetworks: ['127.0.0.0/8'] },
          ...{ concurrency: 64, concurrencyPerAgent: 4, drainMs: 50, ...config },
        },
        {
          ...{ store, broker, ...announcing, box: ownBox, metrics: new Registry(), logger },
          mediaLinks: { forAgent: (url: string) => url },
        },
      );
      for (const service of composed.services) await service.start();
      const dispatcher = {
        stop: async () => {
          for (const service of composed.services) await service.stop();
          await announcing.publishing.drain();
        },
      };
      running.push(dispatcher);
      return dispatcher;
    },
    async event({ agentId, ownerId }, eventId) {
      const events = (await bench.store.eventLog.list({ agentId, ownerId, limit: 100 })) ?? [];
      const found = events.find((event) => event.eventId === eventId);
      if (found === undefined) throw new Error('There is no such event');
      return found;
    },
    async attemptsOf(eventId, count) {
      const of = (items: FinishedAttempt[]) => items.filter((item) => item.eventId === eventId);
      return of(await bench.finished.until((items) => of(items).length >= count));
    },
  };
}

function announced({ store, finished }: DispatcherBench): WebhookChannel {
  const { webhook } = store.channels;
  return {
    ...webhook,
    finish: async (attempt) => {
      await webhook.finish(attempt);
      finished.push(attempt);
    },
  };
}
