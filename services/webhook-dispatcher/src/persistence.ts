import { sleep as realSleep } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';

/** The first wait after a failure, and the longest, in milliseconds. It doubles in between. */
const RETRY_WAIT_MS = { min: 100, max: 5_000 } as const;

/** The process stops, and what was to be written was not. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** Repeats calls of the database until they succeed, so that an outage of the database loses nothing that only memory knows. */
export class Persistence {
  readonly #logger: Logger;
  readonly #signal: AbortSignal;
  readonly #sleep: Sleep;

  /** @param options.signal ends all repeating; what is under way then rejects with {@link StoppedError}. */
  constructor(options: { logger: Logger; signal: AbortSignal; sleep?: Sleep }) {
    this.#logger = options.logger;
    this.#signal = options.signal;
    this.#sleep = options.sleep ?? realSleep;
  }

  async until<Result>(what: string, call: () => Promise<Result>): Promise<Result> {
    for (let waitMs: number = RETRY_WAIT_MS.min; ; waitMs = Math.min(waitMs * 2, RETRY_WAIT_MS.max)) {
      try {
        return await this.#unlessStopped(what, call());
      } catch (error) {
        if (error instanceof StoppedError) throw error;
        if (this.#signal.aborted) throw new StoppedError(`Stopped before: ${what}`, { cause: error });
        this.#logger.warn(
          { err: error, what, wait_ms: waitMs },
          'the database did not take it, trying again',
        );
        await this.#sleep(waitMs, this.#signal);
        if (this.#signal.aborted) throw new StoppedError(`Stopped before: ${what}`, { cause: error });
      }
    }
  }

  /** A database that hangs does not hold up the end of the process. */
  async #unlessStopped<Result>(what: string, call: Promise<Result>): Promise<Result> {
    const signal = this.#signal;
    let onAbort = (): void => undefined;
    const stopped = new Promise<never>((_resolve, reject) => {
      onAbort = () => reject(new StoppedError(`Stopped during: ${what}`));
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([call, stopped]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}
