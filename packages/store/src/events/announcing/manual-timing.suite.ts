import type { Timing } from './stream-hints.js';

/** A clock that a test moves, with the calls that are due on the way. */
export class ManualTiming implements Timing {
  #nowMs = 0;
  #calls: { atMs: number; callBack: () => void }[] = [];

  readonly after = (delayMs: number, callBack: () => void) => {
    const call = { atMs: this.#nowMs + delayMs, callBack };
    this.#calls.push(call);
    return () => (this.#calls = this.#calls.filter((other) => other !== call));
  };

  get callCount(): number {
    return this.#calls.length;
  }

  pass(durationMs: number): void {
    const endMs = this.#nowMs + durationMs;
    for (;;) {
      const due = this.#calls.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (due === undefined) break;
      this.#calls = this.#calls.filter((other) => other !== due);
      this.#nowMs = due.atMs;
      due.callBack();
    }
    this.#nowMs = endMs;
  }
}
