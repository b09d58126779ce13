interface PaceOptions<Value> {
  work: (id: string, value: Value) => void;
  /** What two values that wait become. Default the later one. */
  joined?: (waiting: Value, next: Value) => Value;
  pauseMs: number;
  schedule: (task: () => void, delayMs: number) => void;
}

/** Works at once the first time, and once for all further calls in the pause, at its end. */
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
    if (pause === undefined) return this.#begin(id, value);
    const { joined = (_waiting: Value, next: Value) => next } = this.#options;
    pause.waiting = { value: pause.waiting === null ? value : joined(pause.waiting.value, value) };
  }

  /** What waits is not done. */
  drop(id: string): void {
    const pause = this.#pauses.get(id);
    if (pause !== undefined) pause.waiting = null;
  }

  #begin(id: string, value: Value): void {
    const pause: { waiting: { value: Value } | null } = { waiting: null };
    this.#pauses.set(id, pause);
    this.#options.work(id, value);
    this.#options.schedule(() => {
      this.#pauses.delete(id);
      if (pause.waiting !== null) this.#begin(id, pause.waiting.value);
    }, this.#options.pauseMs);
  }
}
