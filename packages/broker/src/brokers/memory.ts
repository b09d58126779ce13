import { CLIENT_EVENTS, DEAD_LETTERS_QUEUE, EXCHANGES, FIXED_QUEUES, hubQueue } from '@svc/proto-events';
import type { Address, ClientHint, ExchangeDescriptor, QueueDescriptor } from '@svc/proto-events';
import { BrokerUnavailableError, PublishRefusedError } from '../broker.js';
import type { Broker, BrokerStats, ConsumeOptions, Consumer, Handler } from '../broker.js';
import { ConsumerSet } from '../consumer-set.js';
import type { ConsumerCounts } from '../handling.js';
import { hintListener } from '../hint-listener.js';
import { DEFAULTS, SILENT_LOGGER } from '../options.js';
import type { MemoryBrokerOptions } from '../options.js';
import { MemoryConsumer } from './memory-consumer.js';
import { MemoryQueue } from './memory-queue.js';
import type { MemoryMessage } from './memory-queue.js';

/**
 * The broker inside one process, for running everything in one. What it holds is gone when the process ends, which
 * costs no event: the truth is in PostgreSQL.
 */
export class MemoryBroker implements Broker {
  private readonly options: Required<MemoryBrokerOptions>;
  private readonly exchanges = new Map<string, ExchangeDescriptor>(EXCHANGES.map((e) => [e.name, e]));
  private readonly queues = new Map<string, MemoryQueue>();
  /** The queues of each address that has some, so that not every message looks at all queues. Forgotten when a queue is added. */
  private readonly routes = new Map<string, MemoryQueue[]>();
  private readonly hintListeners = new Set<(text: string) => void>();
  private readonly consumers = new ConsumerSet();
  private readonly counts: ConsumerCounts = { consumed: 0, unreadable: 0 };
  private published = 0;
  private refused = 0;
  private ready = false;
  private stopping: Promise<void> | undefined;

  constructor(options: MemoryBrokerOptions = {}) {
    this.options = { logger: SILENT_LOGGER, ...DEFAULTS, ...options };
  }

  async start(): Promise<void> {
    if (this.stopping) return;
    // What is unreadable is logged: nobody could look at a queue of this process.
    for (const queue of FIXED_QUEUES) if (queue !== DEAD_LETTERS_QUEUE) this.declared(queue);
    this.ready = true;
  }

  stop(): Promise<void> {
    this.stopping ??= this.drain();
    return this.stopping;
  }

  isReady(): boolean {
    return this.ready;
  }

  async publish<Body>(to: Address<Body>, body: Body): Promise<void> {
    if (!this.ready) throw new BrokerUnavailableError('The broker is not running');
    if (to.declares) this.declared(to.declares);
    const text = JSON.stringify(body);
    const refusal = to.exchange === CLIENT_EVENTS ? this.hint(text) : this.route(to, text);
    if (refusal) {
      this.refused += 1;
      throw new PublishRefusedError(refusal, to);
    }
    this.published += 1;
  }

  async declareHub(slot: string, options: { ttlMs?: number } = {}): Promise<void> {
    this.declared(hubQueue(slot, options));
  }

  async declareQueue(queue: QueueDescriptor<unknown>): Promise<void> {
    this.declared(queue);
  }

  async consume<Body>(
    queue: QueueDescriptor<Body>,
    options: ConsumeOptions,
    handler: Handler<Body>,
  ): Promise<Consumer> {
    if (!this.ready) throw new BrokerUnavailableError('The broker is not running');
    const { logger, retryPauseMs } = this.options;
    const handling = { ...options, queue, handler, counts: this.counts, logger, retryPauseMs };
    const consumer = new MemoryConsumer(this.declared(queue), handling);
    return this.consumers.add(consumer);
  }

  async consumeClientHints(
    handler: (hint: ClientHint) => void | Promise<void>,
    onListening?: () => void,
  ): Promise<Consumer> {
    const listen = hintListener(handler, { logger: this.options.logger, counts: this.counts });
    this.hintListeners.add(listen);
    onListening?.();
    return {
      isConsuming: () => this.hintListeners.has(listen),
      stop: async () => void this.hintListeners.delete(listen),
    };
  }

  stats(): BrokerStats {
    const { published, refused } = this;
    return { ...this.counts, published, refused, reconnects: 0, inFlight: 0 };
  }

  private declared(descriptor: QueueDescriptor<unknown>): MemoryQueue {
    const existing = this.queues.get(descriptor.name);
    if (existing) return existing;
    const queue = new MemoryQueue(descriptor, (from, message) => this.deadLetter(from, message));
    this.queues.set(descriptor.name, queue);
    this.routes.clear();
    return queue;
  }

  private route({ exchange, routingKey }: Address<unknown>, text: string): 'full' | 'unroutable' | undefined {
    const queues = this.boundTo(exchange, routingKey);
    if (queues.length === 0) return 'unroutable';
    if (queues.some((queue) => queue.isFull())) return 'full';
    for (const queue of queues) queue.push(text, routingKey);
    return undefined;
  }

  private hint(text: string): undefined {
    for (const listen of this.hintListeners) setImmediate(listen, text);
  }

  private boundTo(exchangeName: string, routingKey: string): MemoryQueue[] {
    const exchange = this.exchanges.get(exchangeName);
    if (!exchange) return [];
    const isFanout = exchange.type === 'fanout';
    const address = isFanout ? exchangeName : `${exchangeName} ${routingKey}`;
    const known = this.routes.get(address);
    if (known !== undefined) return known;
    const queues = [...this.queues.values()].filter(({ descriptor }) =>
      descriptor.bindings.some(
        (binding) => binding.exchange === exchangeName && (isFanout || binding.routingKey === routingKey),
      ),
    );
    if (queues.length > 0) {
      this.routes.set(address, queues);
      return queues;
    }
    // Not remembered, because a message may name any routing key.
    return exchange.alternateExchange ? this.boundTo(exchange.alternateExchange, routingKey) : [];
  }

  /** A full queue still takes dead letters: refusing them would lose messages that were accepted before. */
  private deadLetter({ deadLetter }: QueueDescriptor<unknown>, message: MemoryMessage): void {
    if (!deadLetter) return;
    const routingKey = deadLetter.routingKey ?? message.routingKey;
    for (const queue of this.boundTo(deadLetter.exchange, routingKey)) {
      queue.push(message.text, routingKey);
    }
  }

  private async drain(): Promise<void> {
    await this.consumers.stop();
    this.ready = false;
    this.hintListeners.clear();
    for (const queue of this.queues.values()) queue.close();
    this.queues.clear();
    this.routes.clear();
  }
}
