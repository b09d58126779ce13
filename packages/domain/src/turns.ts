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

/** The same for each key by itself. Of a key nothing is remembered but work that runs or waits. */
export async function inTurnOf<Result>(
  all: Map<string, Turns>,
  key: string,
  atOnceMax: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const turns = all.get(key) ?? new Turns(atOnceMax);
  all.set(key, turns);
  try {
    return await turns.take(work);
  } finally {
    if (turns.isIdle) all.delete(key);
  }
}
