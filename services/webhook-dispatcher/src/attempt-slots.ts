/** An attempt's place among those under way. */
export interface AttemptSlot {
  readonly sinceMs: number;
}

export interface AttemptSlotsOptions {
  /** Attempts under way at once that are not slow. */
  attemptsMax: number;
  /** An attempt that takes longer counts as slow, in milliseconds. */
  slowAfterMs: number;
  /** Slow attempts under way at once; further ones keep their place among the others. */
  slowAttemptsMax: number;
  nowMs: () => number;
}

/**
 * Bounds the attempts under way in this process. An attempt that has become slow makes room for another, up to a second bound. Up to that bound,
 * endpoints that hang cost the others only sockets.
 */
export class AttemptSlots {
  readonly #options: AttemptSlotsOptions;
  /** In the order in which they were taken. */
  readonly #swift = new Set<AttemptSlot>();
  readonly #slow = new Set<AttemptSlot>();

  constructor(options: AttemptSlotsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#swift.size + this.#slow.size;
  }

  hasRoom(): boolean {
    return this.#swift.size < this.#options.attemptsMax;
  }

  take(): AttemptSlot {
    const slot = { sinceMs: this.#options.nowMs() };
    this.#swift.add(slot);
    return slot;
  }

  free(slot: AttemptSlot): void {
    if (!this.#swift.delete(slot)) this.#slow.delete(slot);
  }

  isSlow(slot: AttemptSlot): boolean {
    return this.#options.nowMs() - slot.sinceMs >= this.#options.slowAfterMs;
  }

  /** Moves slow attempts aside. To be called now and then. */
  setSlowAside(): void {
    for (const slot of this.#swift) {
      if (!this.isSlow(slot) || this.#slow.size >= this.#options.slowAttemptsMax) return;
      this.#swift.delete(slot);
      this.#slow.add(slot);
    }
  }
}
