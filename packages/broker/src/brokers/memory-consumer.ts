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

  constructor(private readonly options: MemoryConsumerOptions<Body>) {
    this.verdicts = new Verdicts(options);
    this.context = { ...options, verdicts: this.verdicts };
    options.source.add(this);
  }

  hasRoom(): boolean {
    return this.running < this.options.prefetch;
  }

  receive(message: MemoryMessage): void {
    void this.handle(message);
  }

  isConsuming(): boolean {
    return this.stopping === undefined;
  }

  stop(): Promise<void> {
    this.stopping ??= this.drain();
    return this.stopping;
  }

  private async drain(): Promise<void> {
    this.options.source.remove(this);
    this.pauses.end();
    if (this.running > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
  }

  private async handle(message: MemoryMessage): Promise<void> {
    const { text, headers, deliveries } = message;
    this.running += 1;
    const held = this.verdicts.hold({
      ...marksIn(headers),
      text,
      redelivered: deliveries > 1,
      deliveries,
    });
    await carry(held, this.handsOn(message), this.context);
    this.running -= 1;
    this.options.source.wake();
    if (this.running === 0) this.onIdle?.();
  }

  private handsOn(message: MemoryMessage): Hands {
    const { source, forward } = this.options;
    return {
      ack: () => {},
      reject: () => source.reject(message),
      giveBack: () => source.giveBack(message),
      forward: (to, headers) => forward(to, message.text, headers),
      pause: (pauseMs) => this.pauses.take(pauseMs),
    };
  }
}
