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

/** A slot of one work, which lets go of it while it only waits for others. */
export class Slot {
  readonly #slots: Slots;
  readonly #signal: AbortSignal;
  #give: (() => void) | undefined;
  #hasLeft = false;
  #waits = 0;
  /** Taking and giving follow each other. */
  #settled: Promise<void> = Promise.resolve();

  /** @param signal ends each wait for the slot. */
  constructor(slots: Slots, signal: AbortSignal) {
    this.#slots = slots;
    this.#signal = signal;
  }

  /** @throws the signal's reason. */
  async take(): Promise<void> {
    await this.#settle();
    this.#signal.throwIfAborted();
  }

  /** Takes the slot again when the last of the waits that go on side by side has ended. @throws as `take`. */
  async without<T>(wait: () => Promise<T>): Promise<T> {
    this.#waits += 1;
    void this.#settle();
    try {
      return await wait();
    } finally {
      this.#waits -= 1;
      await this.take();
    }
  }

  /** For good. */
  leave(): void {
    this.#hasLeft = true;
    void this.#settle();
  }

  #settle(): Promise<void> {
    return (this.#settled = this.#settled.then(async () => {
      const isNeeded = this.#waits === 0 && !this.#hasLeft;
      // Without a slot its caller throws.
      if (isNeeded) this.#give ??= await this.#slots.take(this.#signal).catch(() => undefined);
      if (isNeeded) return;
      this.#give?.();
      this.#give = undefined;
    }));
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
