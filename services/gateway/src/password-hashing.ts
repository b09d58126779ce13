import { inTurnOf, ServiceError, Shares, Turns } from '@svc/domain';

/** A hash takes one of libuv's four threads, on which files, compression and names wait too, and a core for a tenth of a second. */
const AT_ONCE_MAX = 1;
/** Calls that hash or wait for it: some five seconds of work. */
const CALLS_MAX = 64;
const CALLS_PER_CALLER_MAX = 8;

/** Lets calls that hash a password take turns, and their callers too, so that any number of them leaves threads and cores to all others. */
export class PasswordHashing {
  readonly #places = new Shares(CALLS_MAX);
  readonly #turns = new Turns(AT_ONCE_MAX);
  readonly #ofCallers = new Map<string, Turns>();

  /**
   * Does the call when it is its turn.
   *
   * @param caller an address or a user.
   * @throws ServiceError `rate_limited` if the caller has as many such calls as it may have, `unavailable` if all together have.
   */
  async take<Result>(caller: string, call: () => Promise<Result>): Promise<Result> {
    const holders = [{ key: caller, max: CALLS_PER_CALLER_MAX }];
    const taking = this.#places.take(holders);
    if (taking !== 'taken') {
      const detail = 'Too many requests at once';
      throw new ServiceError(taking === 'share' ? 'rate_limited' : 'unavailable', {
        detail,
        retryAfterSeconds: 1,
      });
    }
    try {
      return await inTurnOf(this.#ofCallers, caller, 1, () => this.#turns.take(call));
    } finally {
      this.#places.release(holders);
    }
  }
}
