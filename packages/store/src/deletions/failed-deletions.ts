/** A deletion rests after its step has failed, at first for this long, and after each further failure for twice as long, in milliseconds. */
const REST_MS = { min: 5_000, max: 600_000 } as const;

/** Failed deletions that are remembered. One that is forgotten is only tried sooner. */
const REMEMBERED_MAX = 1_000;

/**
 * The deletions whose step has failed in this process. The oldest deletion comes first, so one whose step fails each time would keep all others of its kind
 * waiting. Other processes, and this one when it is started anew, try it once more at most before they pass over it as well.
 */
export class FailedDeletions {
  readonly #nowMs: () => number;
  readonly #restsOf = new Map<string, { failures: number; untilMs: number }>();

  /** @param nowMs a clock that only goes forward. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** The ids of those that rest. */
  resting(): string[] {
    const nowMs = this.#nowMs();
    return [...this.#restsOf].filter(([, { untilMs }]) => untilMs > nowMs).map(([id]) => id);
  }

  failed(id: string): void {
    const failures = (this.#restsOf.get(id)?.failures ?? 0) + 1;
    const restMs = Math.min(REST_MS.max, REST_MS.min * 2 ** (failures - 1));
    this.#restsOf.delete(id);
    this.#restsOf.set(id, { failures, untilMs: this.#nowMs() + restMs });
    const [oldest] = this.#restsOf.keys();
    if (this.#restsOf.size > REMEMBERED_MAX && oldest !== undefined) this.#restsOf.delete(oldest);
  }

  succeeded(id: string): void {
    this.#restsOf.delete(id);
  }
}
