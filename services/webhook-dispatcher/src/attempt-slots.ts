/** Bounds attempts of a process. Slow ones make room: up to a bound, hanging endpoints cost only sockets. */
export class AttemptSlots {
  readonly #max: number;
  readonly #slowMax: number;
  readonly #slowAfterMs: number;
  #swift = 0;
  #slow = 0;

  /** An attempt is slow after `slowAfterMs`. `slowMax` slow ones do not count. */
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

  /** `onFree` is called when there is room again. */
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
