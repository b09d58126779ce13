/** A token bucket: `perSecond` on average, `burst` at once. */
export class FrameRate {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #updatedMs: number;

  constructor(rate: { perSecond: number; burst: number }, nowMs: number) {
    this.#perSecond = rate.perSecond;
    this.#burst = rate.burst;
    this.#tokens = rate.burst;
    this.#updatedMs = nowMs;
  }

  /** Takes a token; false if none is left. */
  take(nowMs: number): boolean {
    const earned = (Math.max(0, nowMs - this.#updatedMs) / 1_000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    this.#updatedMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Gives a token back. */
  giveBack(): void {
    this.#tokens += 1;
  }
}
