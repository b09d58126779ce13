/**
 * How long it is proven that a hub holds its slot: for a time from the moment at which a heartbeat was sent that was taken.
 *
 * Time in which the process itself stood still hardly counts: its first heartbeat afterwards tells whether the slot is still its own.
 */
export class Lease {
  readonly #limits: { endsAfterMs: number; stepMsMax: number };
  #unprovenMs = 0;
  #tickedAtMs: number;

  /** @param limits.stepMsMax the most that counts between two ticks. */
  constructor(limits: { endsAfterMs: number; stepMsMax: number }, nowMs: number) {
    this.#limits = limits;
    this.#tickedAtMs = nowMs;
  }

  /** A heartbeat that was sent `agoMs` before now was taken. */
  renew(agoMs: number): void {
    this.#unprovenMs = agoMs;
  }

  /** To be called at regular times. Returns whether the lease has ended. */
  tick(nowMs: number): boolean {
    this.#unprovenMs += Math.min(nowMs - this.#tickedAtMs, this.#limits.stepMsMax);
    this.#tickedAtMs = nowMs;
    return this.#unprovenMs >= this.#limits.endsAfterMs;
  }
}
