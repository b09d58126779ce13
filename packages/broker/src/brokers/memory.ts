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
} from '../broker.js';

type Binding = Pick<Address<unknown>, 'exchange' | 'routingKey'>;

interface Queue {
  readonly descriptor: QueueDescriptor<unknown>;
  /** The first is given every message. */
  readonly handlers: Set<(text: string) => Outcome | void>;
}

/**
 * It keeps nothing: what no consumer takes at once is dead-lettered after the time of its queue. That costs no
 * event, since the truth is in PostgreSQL.
 */
export class MemoryBroker implements Broker {
  readonly #logger: BrokerLogger;
  readonly #queues = new Map<string, Queue>();
  readonly #hintListeners = new Set<(text: string) => void>();
  readonly #counts = { consumed: 0, unreadable: 0, published: 0, refused: 0 };
  #isReady = false;

  constructor({ logger = SILENT_LOGGER }: { logger?: BrokerLogger } = {}) {
    this.#logger = logger;
  }

  async start(): Promise<void> {
    this.#declared(WEBHOOK_DUE_QUEUE);
    this.#isReady = true;
  }

  async stop(): Promise<void> {
    this.#isReady = false;
    this.#queues.clear();
    this.#hintListeners.clear();
  }

  isReady(): boolean {
    return this.#isReady;
  }

  async publish<Body>(to: Address<Body>, body: Body): Promise<void> {
    if (!this.#isReady) throw new BrokerUnavailableError('The broker is not running');
    const text = JSON.stringify(body);
    if (to.exchange === CLIENT_EVENTS) for (const listen of this.#hintListeners) setImmediate(listen, text);
    else if (!this.#put(to, text)) {
      this.#counts.refused += 1;
      throw new PublishRefusedError('unroutable', to);
    }
    this.#counts.published += 1;
  }

  async declareQueue(queue: QueueDescriptor<unknown>): Promise<void> {
    this.#declared(queue);
  }

  async consume<Body>(
    queue: QueueDescriptor<Body>,
    _options: ConsumeOptions,
    handler: Handler<Body>,
  ): Promise<Consumer> {
    const handling = { queue, handler, logger: this.#logger, counts: this.#counts };
    return addedTo(this.#declared(queue).handlers, (text) => outcomeOf(text, handling));
  }

  async consumeClientHints(handler: (hint: ClientHint) => void, onListening?: () => void): Promise<Consumer> {
    const handling = { queue: CLIENT_HINTS, handler, logger: this.#logger, counts: this.#counts };
    onListening?.();
    return addedTo(this.#hintListeners, (text) => void outcomeOf(text, handling));
  }

  stats(): BrokerStats {
    return { ...this.#counts, reconnects: 0, inFlight: 0 };
  }

  #declared(descriptor: QueueDescriptor<unknown>): Queue {
    const [binding] = descriptor.bindings;
    if (binding === undefined) throw new TypeError('A queue without a binding');
    const queue = this.#queues.get(nameOf(binding)) ?? { descriptor, handlers: new Set() };
    this.#queues.set(nameOf(binding), queue);
    return queue;
  }

  /** Returns whether there is a queue for it. */
  #put(binding: Binding, text: string): boolean {
    const queue = this.#queues.get(nameOf(binding));
    if (queue === undefined) return false;
    const { deadLetter, messageTtlMs } = queue.descriptor;
    const [handle] = queue.handlers;
    if (handle === undefined) {
      if (deadLetter && messageTtlMs !== undefined)
        setTimeout(() => this.#put(deadLetter, text), messageTtlMs).unref();
    } else if (handle(text) === 'reject' && deadLetter) this.#put(deadLetter, text);
    return true;
  }
}

function nameOf({ exchange, routingKey }: Binding): string {
  return `${exchange} ${routingKey}`;
}

function addedTo<Listener>(listeners: Set<Listener>, listener: Listener): Consumer {
  listeners.add(listener);
  return {
    isConsuming: () => listeners.has(listener),
    stop: async () => void listeners.delete(listener),
  };
}
