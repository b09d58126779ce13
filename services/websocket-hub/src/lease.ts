/**
 * A hub surely holds its slot for a time after it sent a heartbeat that succeeded. Time in which the process
 * stood still, or came to its work late, hardly counts, so the lease's clock moves with the ticks.
 */
export class Lease {
  readonly #limits: { endsAfterMs: number; stepMsMax: number };
  #clockMs = 0;
  #tickedAtMs: number;
  #provenAtMs = 0;

  /** At most `stepMsMax` counts between two ticks. */
  constructor(limits: { endsAfterMs: number; stepMsMax: number }, nowMs: number) {
    this.#limits = limits;
    this.#tickedAtMs = nowMs;
  }

  /** If a heartbeat that is sent now succeeds, the slot was held at this moment of the lease's clock. */
  mark(nowMs: number): number {
    return this.#clockMs + Math.min(nowMs - this.#tickedAtMs, this.#limits.stepMsMax);
  }

  /** Answers may come in another order than heartbeats were sent. */
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
