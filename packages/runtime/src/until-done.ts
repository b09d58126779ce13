import { sleep as realSleep } from './clock.js';
import type { Sleep } from './clock.js';

export interface UntilDoneOptions {
  /** Gets each failure and the pause that would follow, in milliseconds, and returns whether to go on. */
  goesOn: (error: unknown, pauseMs: number) => boolean;
  /** The longest pause, in milliseconds. Default 2,000. The first is 100, and each is twice as long as the one before. */
  pauseMsMax?: number;
  /** Ends all repeating, also in the middle of a pause. */
  signal?: AbortSignal;
  sleep?: Sleep;
}

const PAUSE_MS = { min: 100, max: 2_000 } as const;

/**
 * Repeats a call until it succeeds, for facts that only memory holds and an outage must not lose.
 *
 * @throws the last error of the call, if it may not go on.
 */
export async function untilDone<Result>(
  call: () => Promise<Result>,
  { goesOn, pauseMsMax = PAUSE_MS.max, signal, sleep = realSleep }: UntilDoneOptions,
): Promise<Result> {
  for (let pauseMs: number = PAUSE_MS.min; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    try {
      return await call();
    } catch (error) {
      if (!goesOn(error, pauseMs)) throw error;
      await sleep(pauseMs, signal);
      if (signal?.aborted === true) throw error;
    }
  }
}
