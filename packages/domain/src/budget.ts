import { ServiceError } from './errors.js';

/** What a holder may have of a budget at once. */
export interface Share {
  /** The holder, such as an address or an account. */
  key: string;
  max: number;
  /** Says to a holder that it has its share. */
  detail?: string;
}

/**
 * What is in use at once, such as connections or bytes: bounded altogether, and for each holder by itself. So no holder can take everything.
 * It remembers a holder only as long as it holds something.
 */
export class Budget {
  readonly #max: number;
  readonly #detail: string;
  readonly #taken = new Map<string, number>();
  #used = 0;

  /** @param detail says why something is refused. */
  constructor(max: number, detail = 'Too many requests at once') {
    this.#max = max;
    this.#detail = detail;
  }

  /** How much is in use altogether. */
  get used(): number {
    return this.#used;
  }

  /** Why so much cannot be taken now: `rate_limited` if a share is used up, `unavailable` if the budget is; or `null`. */
  refusal(shares: readonly Share[], amount = 1): ServiceError | null {
    const exceeded = shares.find(({ key, max }) => (this.#taken.get(key) ?? 0) + amount > max);
    const options = { detail: exceeded?.detail ?? this.#detail, retryAfterSeconds: 1 };
    if (exceeded !== undefined) return new ServiceError('rate_limited', options);
    return this.#used + amount > this.#max ? new ServiceError('unavailable', options) : null;
  }

  /** Takes an amount from all of the shares and, once, from the budget; or nothing, and returns the {@link refusal}. */
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
