/**
 * The triggers that exist and that this process was called for last, by the hash of their ids. A caller that knows one of them is no stranger.
 *
 * A trigger that is forgotten counts as unknown until its next call.
 */
export class KnownTriggers {
  readonly #countMax: number;
  /** The one that was called longest ago comes first. */
  readonly #keys = new Set<string>();

  constructor(countMax: number) {
    this.#countMax = countMax;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.delete(key);
    this.#keys.add(key);
    if (this.#keys.size <= this.#countMax) return;
    const [oldest] = this.#keys;
    if (oldest !== undefined) this.#keys.delete(oldest);
  }

  remove(key: string): void {
    this.#keys.delete(key);
  }
}
