import { Slots } from './slots.js';

/** Work of one lane is done in its order, that of several lanes side by side, up to a number at once. */
export class Lanes {
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #slots: Slots;
  #open = 0;

  constructor(concurrency: number) {
    this.#slots = new Slots(concurrency);
  }

  /** How much has been added and is not done. */
  get open(): number {
    return this.#open;
  }

  /** @param work never rejects. */
  add(lane: string, work: () => Promise<void>): Promise<void> {
    this.#open += 1;
    const before = this.#lanes.get(lane) ?? Promise.resolve();
    const done = before.then(() => this.#do(work));
    this.#lanes.set(lane, done);
    return done.finally(() => {
      this.#open -= 1;
      if (this.#lanes.get(lane) === done) this.#lanes.delete(lane);
    });
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all(this.#lanes.values());
  }

  async #do(work: () => Promise<void>): Promise<void> {
    await this.#slots.take();
    try {
      await work();
    } finally {
      this.#slots.give();
    }
  }
}
