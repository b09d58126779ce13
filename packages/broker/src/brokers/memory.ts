import { CLIENT_EVENTS, WEBHOOK_DUE_QUEUE } from '@svc/proto-events';
import type { Address, ClientHint, QueueDescriptor } from '@svc/proto-events';
import {
  BrokerUnavailableError,
  CLIENT_HINTS,
  PublishRefusedError,
  SILENT_LOGGER,
  outcomeOf,
} from '../broker.js';
import type {
  Broker,
  BrokerLogger,
  BrokerStats,
  Consumer,
  ConsumeOptions,
  Handler,
  Outcome,
  IncomingCounts,
} from '../broker.js';

type Binding = Pick<Address<unknown>, 'exchange' | 'routingKey'>;

interface Queue {
  readonly descriptor: QueueDescriptor<unknown>;
  /** The first is given every message. */
  readonly handlers: Set<(text: string) => Outcome | void>;
  /** What waits for a handler, in its order. */
  readonly waiting: Set<{ readonly text: string }>;
}

/** What it holds is gone when the process ends, which costs no event: the truth is in PostgreSQL. */
export class MemoryBroker implements Broker {
  private readonly logger: BrokerLogger;
  private readonly queues = new Map<string, Queue>();
  private readonly hintListeners = new Set<(text: string) => void>();
  private readonly counts: IncomingCounts = { consumed: 0, unreadable: 0 };
  private published = 0;
  private refused = 0;
  private ready = false;
  private stopped = false;

  constructor({ logger = SILENT_LOGGER }: { logger?: BrokerLogger } = {}) {
    this.logger = logger;
  }

  async start(): Promise<void> {
    if (this.stopped) return;
    this.declared(WEBHOOK_DUE_QUEUE);
    this.ready = true;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.ready = false;
    this.queues.clear();
    this.hintListeners.clear();
  }

  isReady(): boolean {
    return this.ready;
  }

  async publish<Body>(to: Address<Body>, body: Body): Promise<void> {
    this.checkReady();
    const text = JSON.stringify(body);
    if (to.exchange === CLIENT_EVENTS) for (const listen of this.hintListeners) setImmediate(listen, text);
    else if (!this.put(to, text)) {
      this.refused += 1;
      throw new PublishRefusedError('unroutable', to);
    }
    this.published += 1;
  }

  async declareQueue(queue: QueueDescriptor<unknown>): Promise<void> {
    this.declared(queue);
  }

  async consume<Body>(
    descriptor: QueueDescriptor<Body>,
    _options: ConsumeOptions,
    handler: Handler<Body>,
  ): Promise<Consumer> {
    this.checkReady();
    const { logger, counts } = this;
    const queue = this.declared(descriptor);
    const handle = (text: string) => outcomeOf(text, { queue: descriptor, handler, logger, counts });
    queue.handlers.add(handle);
    for (const message of queue.waiting) {
      queue.waiting.delete(message);
      this.handOver(queue, message.text);
    }
    return consumerIn(queue.handlers, handle);
  }

  async consumeClientHints(handler: (hint: ClientHint) => void, onListening?: () => void): Promise<Consumer> {
    const { logger, counts } = this;
    const listen = (text: string) => void outcomeOf(text, { queue: CLIENT_HINTS, handler, logger, counts });
    this.hintListeners.add(listen);
    onListening?.();
    return consumerIn(this.hintListeners, listen);
  }

  stats(): BrokerStats {
    const { published, refused } = this;
    return { ...this.counts, published, refused, reconnects: 0, inFlight: 0 };
  }

  private checkReady(): void {
    if (!this.ready) throw new BrokerUnavailableError('The broker is not running');
  }

  private declared(descriptor: QueueDescriptor<unknown>): Queue {
    const [binding] = descriptor.bindings;
    if (binding === undefined) throw new TypeError('A queue without a binding');
    const existing = this.queues.get(nameOf(binding));
    if (existing) return existing;
    const queue: Queue = { descriptor, handlers: new Set(), waiting: new Set() };
    this.queues.set(nameOf(binding), queue);
    return queue;
  }

  /** Returns whether a queue takes it. */
  private put(binding: Binding, text: string): boolean {
    const queue = this.queues.get(nameOf(binding));
    if (queue) this.handOver(queue, text);
    return queue !== undefined;
  }

  private handOver(queue: Queue, text: string): void {
    const [first] = queue.handlers;
    if (!first) this.keep(queue, text);
    else if (first(text) === 'reject') this.deadLetter(queue, text);
  }

  private keep(queue: Queue, text: string): void {
    const message = { text };
    queue.waiting.add(message);
    const { messageTtlMs } = queue.descriptor;
    if (messageTtlMs === undefined) return;
    const expire = () => queue.waiting.delete(message) && this.deadLetter(queue, text);
    setTimeout(expire, messageTtlMs).unref();
  }

  private deadLetter({ descriptor }: Queue, text: string): void {
    if (descriptor.deadLetter) this.put(descriptor.deadLetter, text);
  }
}

function nameOf({ exchange, routingKey }: Binding): string {
  return `${exchange} ${routingKey}`;
}

function consumerIn<Listener>(listeners: Set<Listener>, listener: Listener): Consumer {
  return {
    isConsuming: () => listeners.has(listener),
    stop: async () => void listeners.delete(listener),
  };
}
