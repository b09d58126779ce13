/** Remembers the newest of many keys. */
export class KnownKeys {
  readonly #keys = new Set<string>();
  readonly #most: number;

  constructor(most = 10_000) {
    this.#most = most;
  }

  /** @returns whether the key is new; it is known from then on. */
  add(key: string): boolean {
    if (this.#keys.delete(key)) {
      this.#keys.add(key);
      return false;
    }
    this.#keys.add(key);
    if (this.#keys.size > this.#most) {
      const [oldest] = this.#keys;
      if (oldest !== undefined) this.#keys.delete(oldest);
    }
    return true;
  }
}
