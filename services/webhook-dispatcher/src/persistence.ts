import { setMaxListeners } from 'node:events';
import { untilDone } from '@svc/runtime';
import type { Logger } from '@svc/runtime';

/** The longest pause between two tries, in milliseconds. */
const PAUSE_MS_MAX = 5_000;

/** The process stops, and what was to be written was not. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** Repeats calls of the database until they succeed, so that an outage of the database loses nothing that only memory knows. */
export class Persistence {
  readonly #logger: Logger;
  readonly #signal: AbortSignal;

  /** @param options.signal ends all repeating; what is under way then rejects with {@link StoppedError}. */
  constructor(options: { logger: Logger; signal: AbortSignal }) {
    this.#logger = options.logger;
    this.#signal = options.signal;
    // Each call under way and each pause listens to it; Node warns of a leak from the eleventh on.
    setMaxListeners(0, options.signal);
  }

  async until<Result>(what: string, call: () => Promise<Result>): Promise<Result> {
    const signal = this.#signal;
    const goesOn = (error: unknown, pauseMs: number): boolean => {
      if (error instanceof StoppedError || signal.aborted) return false;
      const fields = { err: error, what, wait_ms: pauseMs };
      this.#logger.warn(fields, 'the database did not take it, trying again');
      return true;
    };
    const repeating = { goesOn, signal, pauseMsMax: PAUSE_MS_MAX };
    try {
      return await untilDone(() => this.#unlessStopped(what, call()), repeating);
    } catch (error) {
      if (error instanceof StoppedError) throw error;
      throw new StoppedError(`Stopped before: ${what}`, { cause: error });
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
