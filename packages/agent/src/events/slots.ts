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

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** Waits without the slot. Several waits may go on side by side. */
  async without<T>(wait: () => Promise<T>): Promise<T> {
    this.#waits += 1;
    this.#letGo();
    try {
      return await wait();
    } finally {
      this.#waits -= 1;
      await this.#takeAgain();
    }
  }

  leave(): void {
    this.#hasLeft = true;
    this.#letGo();
  }

  #letGo(): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.#slots.give();
  }

  async #takeAgain(): Promise<void> {
    if (this.#waits > 0 || this.#hasLeft || this.#isTaken) return;
    await this.#slots.take();
    // Another wait may have begun meanwhile, or the work may have ended.
    if (this.#waits > 0 || this.#hasLeft || this.#isTaken) this.#slots.give();
    else this.#isTaken = true;
  }
}
