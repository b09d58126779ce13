import { sleep } from '@svc/runtime';

/** What came back since the last time that was asked. */
export interface SoakMinute {
  /** How long each call took that was answered well, in milliseconds. */
  callsMs: number[];
  /** The same of calls to a server that does nothing but answer: what the machine costs at this moment. */
  bareMs: number[];
  /** From before the call that causes an event until the agent has it, in milliseconds, for events that go out at once. */
  arrivalsMs: number[];
  failed: number;
  /** What is expected and has not come, at this moment. */
  expected: number;
}

/** The book of the load: how long calls take, what is expected at an agent, and what came. */
export class SoakBook {
  readonly #expected = new Map<string, number>();
  readonly #came = new Set<string>();
  readonly #failures: string[] = [];
  #callsMs: number[] = [];
  #bareMs: number[] = [];
  #arrivalsMs: number[] = [];
  #failed = 0;
  totals = { calls: 0, failed: 0, came: 0, repeats: 0 };

  /** Times a call. A call that fails is counted, and nothing is thrown: `undefined` says so. */
  async call<T>(what: string, call: () => Promise<T>): Promise<T | undefined> {
    const beganMs = performance.now();
    this.totals.calls += 1;
    try {
      const answer = await call();
      this.#callsMs.push(performance.now() - beganMs);
      return answer;
    } catch (error) {
      this.#failed += 1;
      this.totals.failed += 1;
      if (this.#failures.length < FAILURES_KEPT) this.#failures.push(`${what}: ${String(error)}`);
      return undefined;
    }
  }

  /** As {@link call}; what is refused is asked again, as agents do where the answer is 503. */
  async callUntilDone<T extends object | string>(
    what: string,
    call: () => Promise<T | void>,
  ): Promise<T | undefined> {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const answer = await this.call(what, async () => ({ is: await call() }));
      if (answer !== undefined) return answer.is ?? undefined;
      await sleep(1_000);
    }
    return undefined;
  }

  async bareCall(call: () => Promise<unknown>): Promise<void> {
    const beganMs = performance.now();
    await call();
    this.#bareMs.push(performance.now() - beganMs);
  }

  /** Something will come to an agent under this name, which is used once. It may have come already. */
  expect(name: string, sinceMs = performance.now()): void {
    if (!this.#came.has(name)) this.#expected.set(name, sinceMs);
  }

  /** What was refused does not come. */
  expectNoMore(name: string): void {
    this.#expected.delete(name);
  }

  /** @returns false if it has come before, because an event may be repeated. */
  came(name: string, isPushed = true): boolean {
    const isNew = !this.#came.has(name);
    const sinceMs = this.#expected.get(name);
    this.#expected.delete(name);
    this.#came.add(name);
    if (isPushed && isNew && sinceMs !== undefined) this.#arrivalsMs.push(performance.now() - sinceMs);
    this.totals[isNew ? 'came' : 'repeats'] += 1;
    return isNew;
  }

  take(): SoakMinute {
    const taken = { callsMs: this.#callsMs, bareMs: this.#bareMs, arrivalsMs: this.#arrivalsMs };
    const failed = this.#failed;
    [this.#callsMs, this.#bareMs, this.#arrivalsMs, this.#failed] = [[], [], [], 0];
    return { ...taken, failed, expected: this.#expected.size };
  }

  get missing(): string[] {
    return [...this.#expected.keys()];
  }

  get failures(): readonly string[] {
    return this.#failures;
  }
}

const FAILURES_KEPT = 5;
const ATTEMPTS_MAX = 20;
