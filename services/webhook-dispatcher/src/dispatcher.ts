import { setMaxListeners } from 'node:events';
import type { Broker, Consumer } from '@svc/broker';
import { newId } from '@svc/domain';
import { tellOfEvent } from '@svc/store';
import type { Hints } from '@svc/store';
import { WEBHOOK_DUE_QUEUE, webhookWaitQueue } from '@svc/proto-events';
import { Loop } from '@svc/runtime';
import type { Logger, Service, Sleep, WebhookClient } from '@svc/runtime';
import type { Delivery, DispatcherStore } from './delivery.js';

/** For due attempts where no ring comes. */
const LOOK_INTERVAL_MS = 1_000;

const PREFETCH = 1_000;

/** Attempts that one claim takes, with their frames. */
const CLAIM_MAX = 256;

export interface DispatcherOptions {
  broker: Broker;
  store: DispatcherStore;
  /** Attempts under way at once. One that hangs costs a connection and little else, so they may be many. */
  concurrency: number;
  delivery: Pick<Delivery, 'make'>;
  client: Pick<WebhookClient, 'abortAll' | 'close'>;
  hints: Pick<Hints, 'agentChanged' | 'eventChanged' | 'runChanged'>;
  logger: Logger;
  sleep: Sleep;
  /** Ends what still tries to reach the database after the drain. */
  abort: AbortController;
  retryDelaysMs: readonly number[];
  perAgentMax: number;
  leaseMs: number;
  drainMs: number;
}

/** Claims due attempts when a ring comes, when a slot is free again, and each second. */
export class Dispatcher implements Service {
  readonly name = 'webhook-dispatcher';
  readonly #options: DispatcherOptions;
  readonly #loop: Loop;
  readonly #underWay = new Set<Promise<void>>();
  #consumer: Promise<Consumer> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    setMaxListeners(0, options.abort.signal);
    this.#loop = new Loop({
      name: 'webhook-looks',
      intervalMs: LOOK_INTERVAL_MS,
      tick: async () => {
        while (this.#stopping === undefined && this.#free > 0 && (await this.#claim()));
      },
      logger: options.logger,
      sleep: options.sleep,
    });
  }

  get underWayCount(): number {
    return this.#underWay.size;
  }

  get #free(): number {
    return this.#options.concurrency - this.#underWay.size;
  }

  async start(): Promise<void> {
    if (this.#stopping !== undefined) return;
    this.#consumer ??= this.#consume();
    await this.#consumer;
    await this.#loop.start();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#drain();
    return this.#stopping;
  }

  async #consume(): Promise<Consumer> {
    const { broker, retryDelaysMs } = this.#options;
    for (const delayMs of retryDelaysMs) await broker.declareQueue(webhookWaitQueue(delayMs));
    return broker.consume(WEBHOOK_DUE_QUEUE, { prefetch: PREFETCH }, () => {
      this.#loop.wake();
      return 'ack';
    });
  }

  /** True if there may be more. */
  async #claim(): Promise<boolean> {
    const { store, delivery, hints, perAgentMax, leaseMs } = this.#options;
    const claimed = await store.channels.webhook.claim({
      ...{
        limit: Math.min(CLAIM_MAX, this.#free),
        perAgentMax,
        leaseMs,
        newDeliveryId: () => newId('delivery'),
      },
    });
    for (const attempt of claimed.attempts) {
      const made = delivery.make(attempt).finally(() => {
        this.#underWay.delete(made);
        this.#loop.wake();
      });
      this.#underWay.add(made);
    }
    for (const { agentId, userId } of claimed.breakersOf) hints.agentChanged(agentId, userId);
    for (const event of claimed.failed) tellOfEvent(hints, event);
    return claimed.hasLooked;
  }

  async #drain(): Promise<void> {
    const { client, abort, drainMs } = this.#options;
    const cutOff = setTimeout(() => {
      abort.abort();
      client.abortAll();
    }, drainMs);
    const consumer = await this.#consumer?.catch(() => undefined);
    await Promise.all([consumer?.stop(), this.#loop.stop()]);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    clearTimeout(cutOff);
    abort.abort();
    client.close();
  }
}
