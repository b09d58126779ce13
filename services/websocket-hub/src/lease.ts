/**
 * How long it is certain that a hub holds its slot: for a time after it sent a heartbeat that succeeded.
 *
 * Time in which the process itself stood still hardly counts: its first heartbeat afterwards shows whether it still holds the slot.
 */
export class Lease {
  readonly #limits: { endsAfterMs: number; stepMsMax: number };
  #unprovenMs = 0;
  #tickedAtMs: number;

  /**
   * @param limits.stepMsMax the most that counts between two ticks.
   */
  constructor(limits: { endsAfterMs: number; stepMsMax: number }, nowMs: number) {
    this.#limits = limits;
    this.#tickedAtMs = nowMs;
  }

  /** A heartbeat that was sent `agoMs` before now has succeeded. */
  renew(agoMs: number): void {
    this.#unprovenMs = agoMs;
  }

  /** Call it at regular times. Returns whether the lease has ended. */
  tick(nowMs: number): boolean {
    this.#unprovenMs += Math.min(nowMs - this.#tickedAtMs, this.#limits.stepMsMax);
    this.#tickedAtMs = nowMs;
    return this.#unprovenMs >= this.#limits.endsAfterMs;
  }
}
