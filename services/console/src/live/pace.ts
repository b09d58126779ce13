interface PaceOptions<Value> {
  work: (id: string, value: Value) => void;
  pauseMs: number;
}

/** Works at once the first time, and once for all further calls in the pause, at its end, with the last value. */
export class Pace<Value> {
  readonly #options: PaceOptions<Value>;
  /** What waits for the end of its pause. */
  readonly #pauses = new Map<string, { waiting: { value: Value } | null }>();

  constructor(options: PaceOptions<Value>) {
    this.#options = options;
  }

  /** @param id work of one id keeps no other waiting */
  run(id: string, value: Value): void {
    const pause = this.#pauses.get(id);
    if (pause === undefined) this.#begin(id, value);
    else pause.waiting = { value };
  }

  /** What waits is not done. */
  drop(id: string): void {
    const pause = this.#pauses.get(id);
    if (pause !== undefined) pause.waiting = null;
  }

  #begin(id: string, value: Value): void {
    this.#pauses.set(id, { waiting: null });
    this.#options.work(id, value);
    setTimeout(() => {
      const waiting = this.#pauses.get(id)?.waiting;
      this.#pauses.delete(id);
      if (waiting) this.#begin(id, waiting.value);
    }, this.#options.pauseMs);
  }
}
