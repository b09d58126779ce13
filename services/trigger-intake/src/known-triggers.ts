import type { KnownSender } from '@svc/store';

/**
 * Triggers that this process was called for last, by the hashes of their ids. A caller that knows one is
 * authenticated. What it has to prove may have changed: the statement that takes a call in says so.
 */
export class KnownTriggers {
  readonly #countMax: number;
  /** The one that was called longest ago is first. */
  readonly #senders = new Map<string, KnownSender | null>();

  constructor(countMax: number) {
    this.#countMax = countMax;
  }

  has(key: string): boolean {
    return this.#senders.has(key);
  }

  /** `null` if the trigger is not known, or demands nothing. */
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
