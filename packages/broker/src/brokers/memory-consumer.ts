import type { Address, QueueDescriptor } from '@svc/proto-events';
import type { ConsumeOptions, Consumer, Handler } from '../broker.js';
import { carry } from '../carry.js';
import type { CarryContext, Hands } from '../carry.js';
import type { Counts } from '../counts.js';
import type { Evidence } from '../evidence.js';
import { marksIn } from '../marks.js';
import type { Headers } from '../marks.js';
import type { BrokerLogger } from '../options.js';
import { Pauses } from '../pauses.js';
import { Verdicts } from '../verdicts.js';
import type { MemoryMessage, MemoryQueue, MemoryReceiver } from './memory-queue.js';

export interface MemoryConsumerOptions<Body> extends ConsumeOptions {
  source: MemoryQueue;
  queue: QueueDescriptor<Body>;
  handler: Handler<Body>;
  logger: BrokerLogger;
  retryPauseMs: { min: number; max: number };
  counts: Counts;
  evidence: Evidence;
  /** Publishes a message as it is. */
  forward: (to: Address<unknown>, text: string, headers: Headers) => Promise<void>;
}

/** Hands the messages of one memory queue to a handler and carries each to where it belongs then. */
export class MemoryConsumer<Body> implements Consumer, MemoryReceiver {
  private readonly verdicts: Verdicts<Body>;
  private readonly context: CarryContext<Body>;
  private readonly pauses = new Pauses();
  private running = 0;
  private stopping: Promise<void> | undefined;
  private onIdle: (() => void) | undefined;
  readonly #options: MemoryConsumerOptions<Body>;

  constructor(options: MemoryConsumerOptions<Body>) {
    this.#options = options;

    this.verdicts = new Verdicts(options);
    this.context = { ...options, verdicts: this.verdicts };
    options.source.add(this);
  }

  hasRoom(): boolean {
    return this.running < this.#options.prefetch;
  }

  receive(message: MemoryMessage): void {
    const { text, headers, deliveries } = message;
    this.running += 1;
    const marks = marksIn(headers);
    const held = this.verdicts.hold({ marks, text, redelivered: deliveries > 1, deliveries });
    const hands = new MemoryHands(message, this.#options, this.pauses);
    void carry(held, hands, this.context).then(this.carried);
  }

  isConsuming(): boolean {
    return this.stopping === undefined;
  }

  stop(): Promise<void> {
    this.stopping ??= this.drain();
    return this.stopping;
  }

  private async drain(): Promise<void> {
    this.#options.source.remove(this);
    this.pauses.end();
    if (this.running > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
  }

  private readonly carried = (): void => {
    this.running -= 1;
    this.#options.source.wake();
    if (this.running === 0) this.onIdle?.();
  };
}

/** What a memory queue does with one message. A class, because a hub holds thousands of messages at once, and each would have five functions of its own. */
class MemoryHands implements Hands {
  readonly #message: MemoryMessage;
  readonly #options: Pick<MemoryConsumerOptions<never>, 'source' | 'forward'>;
  readonly #pauses: Pauses;

  constructor(
    message: MemoryMessage,
    options: Pick<MemoryConsumerOptions<never>, 'source' | 'forward'>,
    pauses: Pauses,
  ) {
    this.#message = message;
    this.#options = options;
    this.#pauses = pauses;
  }

  ack(): void {}

  reject(): void {
    this.#options.source.reject(this.#message);
  }

  giveBack(): void {
    this.#options.source.giveBack(this.#message);
  }

  forward(to: Address<unknown>, headers: Headers): Promise<void> {
    return this.#options.forward(to, this.#message.text, headers);
  }

  pause(pauseMs: number): Promise<boolean> {
    return this.#pauses.take(pauseMs);
  }
}
