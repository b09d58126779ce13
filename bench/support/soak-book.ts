/** What came back since the last time that was asked. */
export interface SoakMinute {
  /** How long each call took that was answered well, in milliseconds. */
  callsMs: number[];
  /** From before the call that causes an event until the agent has it, for what goes out at once. */
  arrivalsMs: number[];
}

const FAILURES_KEPT = 5;

export class SoakBook {
  /** What will come, by its name, and when it was caused; `null` where its time says nothing. */
  readonly #expected = new Map<string, number | null>();
  #minute: SoakMinute = { callsMs: [], arrivalsMs: [] };
  readonly failures: string[] = [];
  readonly totals = { calls: 0, failed: 0, came: 0 };

  /** Times a call. A call that fails is counted, and nothing is thrown: `undefined` says so. */
  async call<T>(what: string, call: () => Promise<T>): Promise<T | undefined> {
    const beganMs = performance.now();
    this.totals.calls += 1;
    try {
      const answer = await call();
      this.#minute.callsMs.push(performance.now() - beganMs);
      return answer;
    } catch (error) {
      this.totals.failed += 1;
      if (this.failures.length < FAILURES_KEPT) this.failures.push(`${what}: ${String(error)}`);
      return undefined;
    }
  }

  /** A call that brings something under this name, used once, to an agent. What was refused does not come. */
  async cause(name: string, what: string, call: () => Promise<unknown>, isPushed = true): Promise<void> {
    this.#expected.set(name, isPushed ? performance.now() : null);
    const answer = await this.call(what, async () => ({ answer: await call() }));
    if (answer === undefined) this.#expected.delete(name);
  }

  /** It comes, but not at once. */
  expectLater(name: string): void {
    if (this.#expected.has(name)) this.#expected.set(name, null);
  }

  came(name: string): void {
    const sinceMs = this.#expected.get(name);
    if (typeof sinceMs === 'number') this.#minute.arrivalsMs.push(performance.now() - sinceMs);
    if (sinceMs !== undefined) this.totals.came += 1;
    this.#expected.delete(name);
  }

  take(): SoakMinute {
    const taken = this.#minute;
    this.#minute = { callsMs: [], arrivalsMs: [] };
    return taken;
  }

  get missing(): string[] {
    return [...this.#expected.keys()];
  }
}
