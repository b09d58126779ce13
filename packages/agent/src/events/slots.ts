import { unlessAborted } from '../waiting.js';

/** Slots for work that may go on at once; who comes first gets the next free one. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves when a slot is free, with what gives it back: once, however often it is called. */
  async take(signal?: AbortSignal): Promise<() => void> {
    const taken = this.#taken();
    try {
      await (signal === undefined ? taken : unlessAborted(taken, signal));
    } catch (reason) {
      // The slot will come, and goes on to the next.
      void taken.then(() => this.#give());
      throw reason;
    }
    let isTaken = true;
    return () => {
      if (isTaken) this.#give();
      isTaken = false;
    };
  }

  async #taken(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

/** Work of one key is done in its order, that of several keys side by side, up to a number at once. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>();
  readonly #slots: Slots;
  /** How much work waits or is under way. */
  open = 0;

  constructor(concurrency: number) {
    this.#slots = new Slots(concurrency);
  }

  /** @param work never rejects. */
  async add(key: string, work: () => Promise<void>): Promise<void> {
    this.open += 1;
    const done = this.#after(this.#last.get(key), work);
    this.#last.set(key, done);
    await done;
    this.open -= 1;
    if (this.#last.get(key) === done) this.#last.delete(key);
  }

  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }

  async #after(before: Promise<void> | undefined, work: () => Promise<void>): Promise<void> {
    await before;
    const give = await this.#slots.take();
    await work();
    give();
  }
}
