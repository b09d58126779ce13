/** What an agent has seen and done since its start. */
export interface TrafficNumbers {
  sinceMs: number;
  /** Events by type. */
  events: Readonly<Record<string, number>>;
  messagesSent: number;
  runsCompleted: number;
  /** Times from an event to the end of its handling, the newest last, in milliseconds. */
  handlingMs: readonly number[];
  /** Events in each of the last minutes, the current one last. */
  perMinute: readonly number[];
}

const MINUTE_MS = 60_000;
/** Minutes that are counted one by one. */
const MINUTES = 15;
/** Handling times that are kept. */
const HANDLINGS_MAX = 200;

/** Counts in memory; the counts end with the process. */
export class Traffic {
  readonly #nowMs: () => number;
  readonly #sinceMs: number;
  readonly #events: Record<string, number> = {};
  /** Events by the number of their minute. */
  readonly #minutes = new Map<number, number>();
  readonly #handlingMs: number[] = [];
  #messagesSent = 0;
  #runsCompleted = 0;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
    this.#sinceMs = nowMs();
  }

  countEvent(type: string): void {
    this.#events[type] = (this.#events[type] ?? 0) + 1;
    const minute = this.#minute();
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + 1);
    for (const kept of this.#minutes.keys()) if (kept <= minute - MINUTES) this.#minutes.delete(kept);
  }

  countHandling(durationMs: number): void {
    this.#handlingMs.push(durationMs);
    if (this.#handlingMs.length > HANDLINGS_MAX) this.#handlingMs.shift();
  }

  countMessageSent(): void {
    this.#messagesSent += 1;
  }

  countRunCompleted(): void {
    this.#runsCompleted += 1;
  }

  numbers(): TrafficNumbers {
    const first = this.#minute() - MINUTES + 1;
    return {
      sinceMs: this.#sinceMs,
      events: { ...this.#events },
      messagesSent: this.#messagesSent,
      runsCompleted: this.#runsCompleted,
      handlingMs: [...this.#handlingMs],
      perMinute: Array.from({ length: MINUTES }, (_, index) => this.#minutes.get(first + index) ?? 0),
    };
  }

  #minute(): number {
    return Math.floor(this.#nowMs() / MINUTE_MS);
  }
}
