import { unlessAborted } from '../waiting.js';

/** Slots for work that may go on at once; who comes first gets the next free one. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves when a slot is free; it is taken then. */
  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async takeUnless(signal: AbortSignal): Promise<void> {
    const taken = this.take();
    try {
      await unlessAborted(taken, signal);
    } catch (reason) {
      // The slot will come, and goes on to the next.
      void taken.then(() => this.give());
      throw reason;
    }
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

/** A slot that a run has taken, and may let go of while it only waits for others. */
export class Slot {
  readonly #slots: Slots;
  #isTaken = true;
  #hasLeft = false;
  #waits = 0;
  /** Taking and giving follow each other. */
  #settled: Promise<void> = Promise.resolve();

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** Waits without the slot. Several waits may go on side by side. */
  async without<T>(wait: () => Promise<T>): Promise<T> {
    this.#waits += 1;
    void this.#settle();
    try {
      return await wait();
    } finally {
      this.#waits -= 1;
      await this.#settle();
    }
  }

  leave(): void {
    this.#hasLeft = true;
    void this.#settle();
  }

  #settle(): Promise<void> {
    return (this.#settled = this.#settled.then(async () => {
      const isNeeded = this.#waits === 0 && !this.#hasLeft;
      if (isNeeded && !this.#isTaken) await this.#slots.take();
      if (!isNeeded && this.#isTaken) this.#slots.give();
      this.#isTaken = isNeeded;
    }));
  }
}

/** Work of one key is done in its order, that of several keys side by side, up to a number at once. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>();
  readonly #slots: Slots;
  #open = 0;

  constructor(concurrency: number) {
    this.#slots = new Slots(concurrency);
  }

  get open(): number {
    return this.#open;
  }

  /** @param work never rejects. */
  async add(key: string, work: () => Promise<void>): Promise<void> {
    this.#open += 1;
    const done = this.#after(this.#last.get(key), work);
    this.#last.set(key, done);
    await done;
    this.#open -= 1;
    if (this.#last.get(key) === done) this.#last.delete(key);
  }

  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }

  async #after(before: Promise<void> | undefined, work: () => Promise<void>): Promise<void> {
    await before;
    await this.#slots.take();
    await work();
    this.#slots.give();
  }
}
