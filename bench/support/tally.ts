import { machineClockMs } from './machine-clock.js';

export class Tally {
  #count = 0;
  #next: { count: number; resolve: (atMs: number) => void } | undefined;

  add(count = 1): void {
    this.#count += count;
    if (this.#next !== undefined && this.#count >= this.#next.count) this.#tell();
  }

  /** Resolves with the time of the machine's clock once the count is reached. One at a time may wait. */
  reached(count: number): Promise<number> {
    return new Promise((resolve) => {
      this.#next = { count, resolve };
      if (this.#count >= count) this.#tell();
    });
  }

  #tell(): void {
    this.#next?.resolve(machineClockMs());
    this.#next = undefined;
  }
}
