import { ApiError } from '../../api/api-error.ts';

/** Files on their way at once. */
const AT_ONCE = 3;

/**
 * Lets few files go at once, the others wait in their order. The service asks each file for a pace. If a connection is too slow for several of them, they go
 * one after another from then on. A browser that is still sending seldom gets to read the refusal (408); it sees that the connection broke. Files of one person also wait for
 * each other in the service, which refuses (503) what would wait for long.
 */
export class UploadLane {
  #atOnce = AT_ONCE;
  #under = 0;
  readonly #waiting: (() => void)[] = [];

  /** Does the work when it is its turn, and once more if it may have failed because of the others. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    const wasShared = this.#atOnce > 1;
    try {
      return await this.#turn(work);
    } catch (error) {
      if (!wasShared || !mayGoAlone(error)) throw error;
      this.#atOnce = 1;
      return this.#turn(work);
    }
  }

  async #turn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#under >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#under += 1;
    try {
      return await work();
    } finally {
      this.#under -= 1;
      if (this.#under < this.#atOnce) this.#waiting.shift()?.();
    }
  }
}

function mayGoAlone(error: unknown): boolean {
  return error instanceof ApiError && [0, 408, 503].includes(error.status);
}
