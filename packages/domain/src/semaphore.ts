import { ServiceError } from './errors.js';

export interface SemaphoreOptions {
  /** Work that runs at once. Default: any number. */
  max?: number;
  /** The same for one key. Default: as for all keys together. */
  maxPerKey?: number;
  /** Work that may wait. Default: any number. */
  waitingMax?: number;
  /** The same for one key. Default: as for all keys together. */
  waitingPerKeyMax?: number;
  /** How long work may wait, in milliseconds. Default: for ever. */
  waitMsMax?: number;
}

interface Waiting {
  begin: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** Bounds how much work runs at once. What waits begins in the order in which it came; keys take turns, so that a key with much work does not hold up the others. */
export class Semaphore {
  readonly #options: Required<Omit<SemaphoreOptions, 'waitMsMax'>> & { waitMsMax: number | undefined };
  readonly #running = new Map<string, number>();
  /** Keys whose work waits. The first one had its turn longest ago. */
  readonly #waiting = new Map<string, Waiting[]>();
  #runningCount = 0;
  #waitingCount = 0;

  constructor(options: SemaphoreOptions) {
    const { max = Infinity, waitingMax = Infinity, waitMsMax } = options;
    const { maxPerKey = max, waitingPerKeyMax = waitingMax } = options;
    this.#options = { max, maxPerKey, waitingMax, waitingPerKeyMax, waitMsMax };
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  waitingCountOf(key: string): number {
    return this.#waiting.get(key)?.length ?? 0;
  }

  /**
   * Does the work when it may run.
   *
   * @throws ServiceError `rate_limited` if too much work of the key waits, `unavailable` if too much waits altogether or the work has waited too long.
   *   Rejects with what the work rejects with.
   */
  async run<Result>(work: () => Promise<Result>, key = ''): Promise<Result> {
    if (this.#mayRun(key)) this.#count(key, 1);
    else await this.#turnOf(key);
    try {
      return await work();
    } finally {
      this.#count(key, -1);
      this.#putBack(key);
      this.#beginNext();
    }
  }

  #mayRun(key: string): boolean {
    const { max, maxPerKey } = this.#options;
    return this.#runningCount < max && (this.#running.get(key) ?? 0) < maxPerKey;
  }

  #count(key: string, change: number): void {
    this.#runningCount += change;
    const count = (this.#running.get(key) ?? 0) + change;
    if (count === 0) this.#running.delete(key);
    else this.#running.set(key, count);
  }

  #turnOf(key: string): Promise<void> {
    const { waitingMax, waitingPerKeyMax, waitMsMax } = this.#options;
    if (this.waitingCountOf(key) >= waitingPerKeyMax) throw refusal('rate_limited');
    if (this.#waitingCount >= waitingMax) throw refusal('unavailable');
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { begin: resolve, timer: undefined };
      const queue = this.#waiting.get(key) ?? [];
      queue.push(waiting);
      this.#waiting.set(key, queue);
      this.#waitingCount += 1;
      if (waitMsMax === undefined) return;
      waiting.timer = setTimeout(() => {
        this.#remove(key, waiting);
        reject(refusal('unavailable'));
      }, waitMsMax);
    });
  }

  #beginNext(): void {
    for (const [key, [first]] of this.#waiting) {
      if (first === undefined || !this.#mayRun(key)) continue;
      this.#count(key, 1);
      clearTimeout(first.timer);
      this.#remove(key, first);
      this.#putBack(key);
      return first.begin();
    }
  }

  /** Other keys go first now. */
  #putBack(key: string): void {
    const queue = this.#waiting.get(key);
    if (queue === undefined) return;
    this.#waiting.delete(key);
    this.#waiting.set(key, queue);
  }

  #remove(key: string, waiting: Waiting): void {
    const queue = this.#waiting.get(key) ?? [];
    queue.splice(queue.indexOf(waiting), 1);
    if (queue.length === 0) this.#waiting.delete(key);
    this.#waitingCount -= 1;
  }
}

function refusal(code: 'rate_limited' | 'unavailable'): ServiceError {
  return new ServiceError(code, { detail: 'Too many requests at once', retryAfterSeconds: 1 });
}
