/** How long a test waits for what should come at once, were all twenty times slower, in milliseconds. */
const WAIT_MS_MAX = 60_000;

/** A list on which tests can wait. A wait that takes too long fails with the items that came instead. */
export class Signal<T> {
  readonly items: T[] = [];
  #wake: (() => void)[] = [];

  push(item: T): void {
    this.items.push(item);
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** Resolves with all items once there are as many. */
  async atLeast(count: number, what = `${count} items`): Promise<T[]> {
    await this.until((items) => items.length >= count, what);
    return this.items;
  }

  /** Resolves with the first item that fits, which may have come before. */
  async first(fits: (item: T) => boolean, what = 'an item that fits'): Promise<T> {
    await this.until((items) => items.some(fits), what);
    return this.items.find(fits) as T;
  }

  /** Resolves once the items satisfy the condition. */
  async until(isSatisfied: (items: T[]) => boolean, what = 'a condition'): Promise<T[]> {
    const satisfied = async () => {
      while (!isSatisfied(this.items)) await new Promise<void>((resolve) => this.#wake.push(resolve));
      return this.items;
    };
    const seen = () => JSON.stringify(this.items)?.slice(0, 1_000);
    return inTime(satisfied(), () => `${what}; there are ${this.items.length} items: ${seen()}`);
  }
}

/** Fails instead of waiting for ever. */
export async function inTime<T>(
  promise: Promise<T>,
  what: string | (() => string),
  waitMsMax = WAIT_MS_MAX,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const said = () => `Waited ${waitMsMax} ms for ${typeof what === 'string' ? what : what()}`;
    timer = setTimeout(() => reject(new Error(said())), waitMsMax);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Each wait between two questions is longer by the first, up to the last, in milliseconds. */
const ASK_AGAIN_MS = { first: 25, last: 250 };

/**
 * Asks again and again until the answer satisfies the condition, for states whose change nothing reports. The
 * pauses grow, so that many waiting tests do not make a slow machine slower.
 *
 * If `ask` or the condition throws, the wait ends at once with that error. If a refusal may pass, as of a
 * server that is starting, `ask` turns it into an answer.
 */
export async function eventually<T>(
  ask: () => Promise<T>,
  isSatisfied: (answer: T) => boolean,
  options: { what?: string; waitMsMax?: number } = {},
): Promise<T> {
  const { what = 'a state', waitMsMax = WAIT_MS_MAX } = options;
  const endMs = performance.now() + waitMsMax;
  for (let waitMs = ASK_AGAIN_MS.first; ; waitMs = Math.min(waitMs + ASK_AGAIN_MS.first, ASK_AGAIN_MS.last)) {
    const answer = await ask();
    if (isSatisfied(answer)) return answer;
    if (performance.now() > endMs) {
      throw new Error(`Waited ${waitMsMax} ms for ${what}; it is ${JSON.stringify(answer)?.slice(0, 1_000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
