import type { Consumer } from '../broker.js';
import { dispositionOf } from '../handling.js';
import type { Handling } from '../handling.js';
import { Pauses } from '../pauses.js';
import type { MemoryMessage, MemoryQueue, MemoryReceiver } from './memory-queue.js';

/** Hands the messages of one memory queue to a handler. */
export class MemoryConsumer<Body> implements Consumer, MemoryReceiver {
  readonly #source: MemoryQueue;
  readonly #prefetch: number;
  readonly #handling: Handling<Body>;
  readonly #pauses = new Pauses();
  #running = 0;
  #stopping: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  constructor(source: MemoryQueue, { prefetch, ...handling }: Handling<Body> & { prefetch: number }) {
    this.#source = source;
    this.#prefetch = prefetch;
    this.#handling = handling;
    source.add(this);
  }

  hasRoom(): boolean {
    return this.#running < this.#prefetch;
  }

  receive(message: MemoryMessage): void {
    void this.#handle(message);
  }

  isConsuming(): boolean {
    return this.#stopping === undefined;
  }

  stop(): Promise<void> {
    return (this.#stopping ??= this.#drain());
  }

  async #handle(message: MemoryMessage): Promise<void> {
    this.#running += 1;
    const pause = (pauseMs: number): Promise<boolean> => this.#pauses.take(pauseMs);
    const disposition = await dispositionOf(message.text, pause, this.#handling);
    if (disposition === 'reject') this.#source.reject(message);
    if (disposition === 'requeue') this.#source.requeue(message);
    this.#running -= 1;
    this.#source.wake();
    if (this.#running === 0) this.#onIdle?.();
  }

  async #drain(): Promise<void> {
    this.#source.remove(this);
    this.#pauses.end();
    if (this.#running > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }
}
