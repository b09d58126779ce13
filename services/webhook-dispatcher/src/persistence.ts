import { setMaxListeners } from 'node:events';
import { ServiceError } from '@svc/domain';
import { saysBackendIsAway, untilDone } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import { isDataRefused } from '@svc/store';

/** The longest pause between two tries, in milliseconds. */
const PAUSE_MS_MAX = 5_000;

/**
 * How long a call is repeated whose message the broker still holds, in milliseconds. After that the message is given up, and the sweeper brings its event.
 */
const HELD_MS_MAX = 60_000;

/** The process stops, and what was to be written was not. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** The database did not answer for long. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
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

  /** For calls whose data is only in memory. Rejects if the database refuses the data, because it would refuse it again. */
  until<Result>(what: string, call: () => Promise<Result>): Promise<Result> {
    return this.#repeat(what, call, (error) => !isDataRefused(error));
  }

  /**
   * For calls whose message the broker still holds. A call is repeated while the database is away, for a minute; then it rejects with
   * {@link DatabaseAwayError}. It rejects with any other error at once, so that the message's own faults count against it, and other messages can be
   * handled while one agent's rows are blocked.
   */
  async whileHeld<Result>(what: string, call: () => Promise<Result>): Promise<Result> {
    const endMs = performance.now() + HELD_MS_MAX;
    const isAway = (error: unknown) => !(error instanceof ServiceError) && saysBackendIsAway(error);
    const goesOn = (error: unknown) => isAway(error) && performance.now() < endMs;
    try {
      return await this.#repeat(what, call, goesOn);
    } catch (error) {
      if (error instanceof StoppedError || !isAway(error)) throw error;
      throw new DatabaseAwayError(`The database did not take it: ${what}`, { cause: error });
    }
  }

  async #repeat<Result>(
    what: string,
    call: () => Promise<Result>,
    mayGoOn: (error: unknown) => boolean,
  ): Promise<Result> {
    const signal = this.#signal;
    const goesOn = (error: unknown, pauseMs: number): boolean => {
      if (error instanceof StoppedError || signal.aborted || !mayGoOn(error)) return false;
      const fields = { err: error, what, wait_ms: pauseMs };
      this.#logger.warn(fields, 'the database did not take it, trying again');
      return true;
    };
    const repeating = { goesOn, signal, pauseMsMax: PAUSE_MS_MAX };
    try {
      return await untilDone(() => this.#unlessStopped(what, call()), repeating);
    } catch (error) {
      if (error instanceof StoppedError || !signal.aborted) throw error;
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
