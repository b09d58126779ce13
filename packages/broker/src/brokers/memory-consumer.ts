import type { QueueDescriptor } from '@svc/proto-events';
import type { Consumer, Handler } from '../broker.js';
import { decide } from '../decide.js';
import { retryPause } from '../options.js';
import type { BrokerLogger } from '../options.js';
import type { MemoryMessage, MemoryQueue, MemoryReceiver } from './memory-queue.js';

export interface MemoryConsumerOptions<Body> {
  source: MemoryQueue;
  queue: QueueDescriptor<Body>;
  prefetch: number;
  handler: Handler<Body>;
  logger: BrokerLogger;
  retryPauseMs: { min: number; max: number };
  count: (what: 'consumed' | 'poison') => void;
}

/** Hands the messages of one memory queue to a handler and settles each as the handler decides. */
export class MemoryConsumer<Body> implements Consumer, MemoryReceiver {
  private readonly paused = new Map<NodeJS.Timeout, MemoryMessage>();
  private running = 0;
  private stopping: Promise<void> | undefined;
  private onIdle: (() => void) | undefined;

  constructor(private readonly options: MemoryConsumerOptions<Body>) {
    options.source.add(this);
  }

  hasRoom(): boolean {
    return this.running + this.paused.size < this.options.prefetch;
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
    const { source } = this.options;
    source.remove(this);
    for (const [timer, message] of this.paused) {
      clearTimeout(timer);
      source.giveBack(message);
    }
    this.paused.clear();
    if (this.running > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
  }

  private async handle(message: MemoryMessage): Promise<void> {
    const { source, queue, handler, logger, count } = this.options;
    this.running += 1;
    const delivery = { text: message.text, redelivered: message.deliveries > 1 };
    const outcome = await decide({ queue, handler, logger, count }, delivery);
    this.running -= 1;
    if (outcome === 'reject') source.reject(message);
    else if (outcome === 'retry') this.giveBackLater(message);
    source.wake();
    if (this.running === 0) this.onIdle?.();
  }

  private giveBackLater(message: MemoryMessage): void {
    const { source, retryPauseMs } = this.options;
    const pauseMs = retryPause(retryPauseMs, message.deliveries);
    if (this.stopping || pauseMs === 0) return source.giveBack(message);
    const timer = setTimeout(() => {
      this.paused.delete(timer);
      source.giveBack(message);
    }, pauseMs).unref();
    this.paused.set(timer, message);
  }
}
