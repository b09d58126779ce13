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

/** Work begins in the order in which it came; keys take turns, so that a busy one does not hold up others. */
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

  /** Throws `rate_limited` if too much of the key waits, `unavailable` if too much waits, or for too long. */
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

export interface Share {
  /** The holder, such as an address or an account. */
  key: string;
  max: number;
  /** Says to a holder that it has its share. */
  detail?: string;
}

/** Bounded altogether and for each holder, so no holder can take everything. */
export class Budget {
  readonly #max: number;
  readonly #detail: string;
  readonly #taken = new Map<string, number>();
  #used = 0;

  constructor(max: number, detail = 'Too many requests at once') {
    this.#max = max;
    this.#detail = detail;
  }

  get used(): number {
    return this.#used;
  }

  /** Why so much cannot be taken: `rate_limited` if a share is used up, `unavailable` if the budget is. */
  refusal(shares: readonly Share[], amount = 1): ServiceError | null {
    const exceeded = shares.find(({ key, max }) => (this.#taken.get(key) ?? 0) + amount > max);
    const options = { detail: exceeded?.detail ?? this.#detail, retryAfterSeconds: 1 };
    if (exceeded !== undefined) return new ServiceError('rate_limited', options);
    return this.#used + amount > this.#max ? new ServiceError('unavailable', options) : null;
  }

  /** Takes from all of the shares and, once, from the budget; or nothing, and returns the {@link refusal}. */
  take(shares: readonly Share[], amount = 1): ServiceError | null {
    const refusal = this.refusal(shares, amount);
    if (refusal !== null) return refusal;
    this.#used += amount;
    for (const { key } of shares) this.#taken.set(key, (this.#taken.get(key) ?? 0) + amount);
    return null;
  }

  /** Gives back what was taken from the same shares. */
  release(shares: readonly Share[], amount = 1): void {
    this.#used -= amount;
    for (const { key } of shares) {
      const left = (this.#taken.get(key) ?? 0) - amount;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    }
  }
}
