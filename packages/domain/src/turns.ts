/** Lets a bounded number of pieces of work run at once; the others wait for their turn, in order. */
export class Turns {
  readonly #atOnceMax: number;
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
    this.#free = atOnceMax;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Nothing runs, and nothing waits. */
  get isIdle(): boolean {
    return this.#free === this.#atOnceMax;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
