/** Somebody who holds something, and how much of it at once. */
export interface Holder {
  /** Such as an address or an account. */
  key: string;
  /** How much everything that this holder has may be together. */
  max: number;
}

/** `full`: there is no more for anybody. `share`: one of the holders has all that it may have. */
export type Taking = 'taken' | 'full' | 'share';

/**
 * What is held at once, such as places or bytes: bounded for all together, and for each holder by itself. So no holder can take everything.
 * It remembers a holder only as long as it holds something.
 */
export class Shares {
  readonly #totalMax: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(totalMax: number) {
    this.#totalMax = totalMax;
  }

  /** How much is held by all together. */
  get total(): number {
    return this.#total;
  }

  /** Takes an amount for all of the holders, or for none of them. It counts once among everything. */
  take(holders: readonly Holder[], amount = 1): Taking {
    if (holders.some(({ key, max }) => (this.#held.get(key) ?? 0) + amount > max)) return 'share';
    if (this.#total + amount > this.#totalMax) return 'full';
    this.#total += amount;
    for (const { key } of holders) this.#held.set(key, (this.#held.get(key) ?? 0) + amount);
    return 'taken';
  }

  /** Gives back what the same holders took. */
  release(holders: readonly Holder[], amount = 1): void {
    this.#total -= amount;
    for (const { key } of holders) {
      const left = (this.#held.get(key) ?? 0) - amount;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
    }
  }
}
