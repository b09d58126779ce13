import type { BusyThing } from './database-clock.js';

export interface AdvanceParts {
  clock: {
    nowMs(): Promise<number>;
    moveTo(timeMs: number): Promise<number>;
    nextMomentMs(untilMs: number): Promise<number | null>;
    busy(): Promise<BusyThing[]>;
  };
  /** Is told how far the clock is ahead of the machine's time, each time that it has been moved. */
  onMoved: (aheadMs: number) => void;
  /** Ends the pauses of loops that were to take at most so long, in milliseconds. */
  wake: (durationMsMax: number) => void;
  /** How long it waits for one thing, in milliseconds. */
  patienceMs: number;
}

export interface Advanced {
  ahead_ms: number;
  /** How often the clock stopped on its way. */
  stops: number;
}

/** A year of an hourly task, or a week of one of every minute. */
const STOPS_MAX = 10_000;
/** The pauses of the runner of schedules, and of all loops that look for something due, in milliseconds. */
const [RUNNER_PAUSE_MS, LOOP_PAUSE_MS] = [500, 1_300];
/** The pauses between two looks grow to this, in milliseconds. */
const LOOK_MS_MAX = 20;

/** Step by step: to each moment at which something is due, and on when all of that is done. */
export class Advancing {
  readonly #parts: AdvanceParts;
  /** Since when things are waited for, by the process's monotonic clock, in milliseconds. */
  #since = new Map<string, number>();

  constructor(parts: AdvanceParts) {
    this.#parts = parts;
  }

  /** @throws if something is due too often on the way; the clock then stands at the last stop. */
  async by(durationMs: number): Promise<Advanced> {
    const { clock } = this.#parts;
    const untilMs = (await clock.nowMs()) + durationMs;
    await this.#settle();
    let stops = 0;
    for (;;) {
      const next = await clock.nextMomentMs(untilMs);
      if (next === null) break;
      if (stops === STOPS_MAX)
        throw new Error(
          `Something is due more than ${STOPS_MAX} times in this while. Advance by less at once.`,
        );
      stops += 1;
      await this.#moveTo(next);
      await this.#settle();
    }
    const aheadMs = await this.#moveTo(untilMs);
    await this.#settle();
    return { ahead_ms: aheadMs, stops };
  }

  async #moveTo(timeMs: number): Promise<number> {
    const { clock, onMoved } = this.#parts;
    const aheadMs = await clock.moveTo(timeMs);
    onMoved(aheadMs);
    return aheadMs;
  }

  /** What takes longer than anybody's patience is not waited for again. */
  async #settle(): Promise<void> {
    const { clock, wake, patienceMs } = this.#parts;
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LOOK_MS_MAX)) {
      const busy = await clock.busy();
      const nowMs = performance.now();
      this.#since = new Map(busy.map((thing) => [keyOf(thing), this.#since.get(keyOf(thing)) ?? nowMs]));
      const awaited = busy.filter((thing) => nowMs - (this.#since.get(keyOf(thing)) ?? nowMs) < patienceMs);
      if (awaited.length === 0) return;
      const overdue = awaited.filter(({ kind }) => kind.includes('.'));
      if (overdue.length > 0)
        wake(overdue.every(({ kind }) => kind === 'task.next_run_at') ? RUNNER_PAUSE_MS : LOOP_PAUSE_MS);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

function keyOf({ kind, id }: BusyThing): string {
  return `${kind} ${id}`;
}
