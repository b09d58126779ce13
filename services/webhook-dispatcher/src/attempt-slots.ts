/**
 * Bounds the attempts under way in this process. An attempt that takes long makes room for another, up to a second bound. Up to that bound, endpoints that hang
 * cost the others only sockets.
 */
export class AttemptSlots {
  readonly #max: number;
  readonly #slowMax: number;
  readonly #slowAfterMs: number;
  #swift = 0;
  #slow = 0;

  /** @param options.slowMax slow attempts that do not count. `slowAfterMs`: an attempt that takes longer is slow, in milliseconds. */
  constructor({ max, slowMax, slowAfterMs }: { max: number; slowMax: number; slowAfterMs: number }) {
    this.#max = max;
    this.#slowMax = slowMax;
    this.#slowAfterMs = slowAfterMs;
  }

  get count(): number {
    return this.#swift + this.#slow;
  }

  get free(): number {
    return Math.max(0, this.#max - this.#swift);
  }

  /** Takes a slot until the work is done. `onFree` is called when there is room again for another. */
  async run(work: () => Promise<void>, onFree: () => void): Promise<void> {
    let isSlow = false;
    this.#swift += 1;
    const timer = setTimeout(() => {
      if (this.#slow >= this.#slowMax) return;
      isSlow = true;
      this.#swift -= 1;
      this.#slow += 1;
      onFree();
    }, this.#slowAfterMs);
    try {
      await work();
    } finally {
      clearTimeout(timer);
      if (isSlow) this.#slow -= 1;
      else this.#swift -= 1;
      onFree();
    }
  }
}
