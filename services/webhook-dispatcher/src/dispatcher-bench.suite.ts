import { MemoryBroker } from '@svc/broker';
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

type WebhookChannel = DispatcherStore['channels']['webhook'];

export interface DispatcherOverrides {
  config?: Partial<WebhookDispatcherConfig>;
  /** What it opens secrets with. Default: what has sealed them. */
  box?: SecretBox;
  /** Parts of the store's channel that a test replaces. */
  replaced?: (webhook: WebhookChannel) => Partial<WebhookChannel>;
}

export function useDispatcher(): DispatcherBench {
  const bench = new DispatcherBench();
  beforeAll(() => bench.open());
  afterEach(() => bench.end());
  afterAll(() => bench.close());
  return bench;
}

/** A dispatcher on a real database, with real receivers on loopback. */
export class DispatcherBench {
  store!: Store;
  readonly broker = new MemoryBroker();
  /** Attempts whose outcome is in the database. */
  readonly finished = new Signal<FinishedAttempt>();
  readonly #box = new SecretBox(Buffer.alloc(32, 1));
  readonly #receivers: WebhookReceiver[] = [];
  readonly #running: { stop(): Promise<void> }[] = [];
  #scratch!: ScratchDatabase;

  async open(): Promise<void> {
    this.#scratch = await createScratchDatabase(TEST_SERVER_URL);
    this.store = openStore({ databaseUrl: this.#scratch.databaseUrl, box: this.#box });
    await this.broker.start();
  }

  /** Ends what one test has started. */
  async end(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((dispatcher) => dispatcher.stop()));
    await Promise.all(this.#receivers.splice(0).map((receiver) => receiver.close()));
  }

  async close(): Promise<void> {
    await this.broker.stop();
    await this.store.close();
    await this.#scratch.drop();
  }

  async receiver(answer?: WebhookAnswer): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.open(answer);
    this.#receivers.push(receiver);
    return receiver;
  }

  async addAgent(webhookUrl: string): Promise<TestAgent> {
    const ownerId = newId('rule');
    const user = { id: ownerId, name: 'Ursula', email: `${ownerId}@example.org` };
    await this.store.prisma.user.create({ data: user });
    const { agentId } = await this.store.agents.create({
      ...{ ownerId, agentName: 'Ada', kind: 'interactive', webhookUrl, secret: newAgentSecret() },
    });
    return { agentId, ownerId };
  }

  /** Commits a user's message, and rings for its event. */
  async send({ agentId, ownerId }: TestAgent, text = 'hello'): Promise<OutgoingEvent> {
    const frame = JSON.stringify({ type: 'user_message', text });
    const written = await this.store.messages.writeUserMessage({
      ...{ eventId: newId('event'), agentId, userId: ownerId, senderName: 'Ursula', frame },
      ...{ messageId: newId('message'), conversationId: newId('conversation'), opensConversation: true },
      ...{ text, imageUrls: [], audioUrl: null },
    });
    if (written === null) throw new Error('The message was not written');
    await this.ring(written.event);
    return written.event;
  }

  async ring(event: OutgoingEvent): Promise<void> {
    await this.broker.publish(toWebhookDue(), agentEventMessage(event));
  }

  /** Makes the claim of an attempt end now. */
  async endClaim({ eventId, agentId }: OutgoingEvent): Promise<void> {
    const { prisma } = this.store;
    await prisma.$executeRaw`
      UPDATE event SET in_flight_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second'
       WHERE id = ${eventId}`;
    await prisma.$executeRaw`
      UPDATE agent_counter SET next_due_at = now() - interval '1 second' WHERE agent_id = ${agentId}`;
  }

  async start({ config, box = this.#box, replaced = () => ({}) }: DispatcherOverrides = {}) {
    const { broker } = this;
    const { breakers, channels } = this.store;
    const finish = async (attempt: FinishedAttempt) => {
      await channels.webhook.finish(attempt);
      this.finished.push(attempt);
    };
    const webhook = { ...channels.webhook, finish };
    const store = { breakers, channels: { webhook: { ...webhook, ...replaced(webhook) } } };
    const logger = createLogger({ service: 'test', level: 'silent' });
    const announcing = createAnnouncing({ broker, logger });
    const { services } = composeWebhookDispatcher(
      {
        ...{ retryDelaysMs: [20, 30, 40], timeoutMs: 5_000, allowedNetworks: ['127.0.0.0/8'] },
        ...{ concurrency: 64, concurrencyPerAgent: 4, drainMs: 50, ...config },
      },
      {
        ...{ store, broker, ...announcing, box, metrics: new Registry(), logger },
        mediaLinks: { forAgent: (url: string) => url },
      },
    );
    for (const service of services) await service.start();
    const stop = async () => {
      for (const service of services) await service.stop();
      await announcing.publishing.drain();
    };
    this.#running.push({ stop });
    return { stop };
  }

  /** The event as its owner sees it. */
  async event({ agentId, ownerId }: TestAgent, eventId: string): Promise<EventRecord> {
    const events = (await this.store.eventLog.list({ agentId, ownerId, limit: 100 })) ?? [];
    const found = events.find((event) => event.eventId === eventId);
    if (found === undefined) throw new Error('There is no such event');
    return found;
  }

  /** Resolves when so many attempts of the event are recorded. */
  async attemptsOf(eventId: string, count: number): Promise<FinishedAttempt[]> {
    const of = (items: FinishedAttempt[]) => items.filter((item) => item.eventId === eventId);
    return of(await this.finished.until((items) => of(items).length >= count));
  }
}
