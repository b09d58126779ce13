/**
 * How long it is certain that a hub holds its slot: for a time after it sent a heartbeat that succeeded.
 *
 * Time in which the process itself stood still, or came to its work late, hardly counts: its first heartbeat afterwards shows whether it still holds the slot.
 * So the lease has a clock of its own, which moves with the ticks.
 */
export class Lease {
  readonly #limits: { endsAfterMs: number; stepMsMax: number };
  #clockMs = 0;
  #tickedAtMs: number;
  #provenAtMs = 0;

  /**
   * @param limits.stepMsMax the most that counts between two ticks.
   */
  constructor(limits: { endsAfterMs: number; stepMsMax: number }, nowMs: number) {
    this.#limits = limits;
    this.#tickedAtMs = nowMs;
  }

  /** The moment on the lease's clock. A heartbeat that is sent now, and succeeds, proves that the slot was held at this moment. */
  mark(nowMs: number): number {
    return this.#clockMs + Math.min(nowMs - this.#tickedAtMs, this.#limits.stepMsMax);
  }

  /** A heartbeat that was sent at this {@link mark} has succeeded. Answers may come in another order than heartbeats were sent. */
  renew(sentAtMs: number): void {
    this.#provenAtMs = Math.max(this.#provenAtMs, sentAtMs);
  }

  /** Call it at regular times. Returns whether the lease has ended. */
  tick(nowMs: number): boolean {
    this.#clockMs = this.mark(nowMs);
    this.#tickedAtMs = nowMs;
    return this.#clockMs - this.#provenAtMs >= this.#limits.endsAfterMs;
  }
}
