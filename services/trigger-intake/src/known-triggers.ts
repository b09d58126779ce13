import type { KnownSender } from '@svc/store';

/**
 * The triggers that exist and that this process was called for last, by the hash of their ids, each with what its callers had to prove. A caller that knows
 * one of them is authenticated.
 *
 * A trigger that is forgotten counts as unknown until its next call. What its callers have to prove may have changed: the statement that takes a call in says so.
 */
export class KnownTriggers {
  readonly #countMax: number;
  /** The one that was called longest ago comes first. */
  readonly #senders = new Map<string, KnownSender | null>();

  constructor(countMax: number) {
    this.#countMax = countMax;
  }

  has(key: string): boolean {
    return this.#senders.has(key);
  }

  /** `null` if it is not known, or demands nothing. */
  senderOf(key: string): KnownSender | null {
    return this.#senders.get(key) ?? null;
  }

  add(key: string, sender: KnownSender | null): void {
    this.#senders.delete(key);
    this.#senders.set(key, sender);
    if (this.#senders.size <= this.#countMax) return;
    const [oldest] = this.#senders.keys();
    if (oldest !== undefined) this.#senders.delete(oldest);
  }

  remove(key: string): void {
    this.#senders.delete(key);
  }
}
