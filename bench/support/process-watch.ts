import { processCpuMs } from './process-time.js';

/** What the processes use of a core while some work is done, and how long its parts take. */
export class ProcessWatch {
  readonly timesMs: number[] = [];
  readonly #pids: readonly (readonly number[])[];
  readonly #usedMs: number[];
  #passedMs = 0;

  constructor(pids: Record<string, readonly number[]>) {
    this.#pids = Object.values(pids);
    this.#usedMs = this.#pids.map(() => 0);
  }

  get shares(): number[] {
    return this.#usedMs.map((usedMs) => usedMs / this.#passedMs);
  }

  async during(work: () => Promise<number[]>): Promise<void> {
    const [before, startMs] = [this.#used(), performance.now()];
    this.timesMs.push(...(await work()));
    this.#passedMs += performance.now() - startMs;
    for (const [index, usedMs] of this.#used().entries())
      this.#usedMs[index] = (this.#usedMs[index] ?? 0) + usedMs - (before[index] ?? 0);
  }

  #used(): number[] {
    return this.#pids.map((pids) => pids.reduce((sum, pid) => sum + processCpuMs(pid), 0));
  }
}
