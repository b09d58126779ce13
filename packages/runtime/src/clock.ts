import { setTimeout as pause } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds: since the Unix epoch, unless a clock says otherwise. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Never goes back and is never set. Its zero is the start of the process. */
export const monotonicClock: Clock = { nowMs: () => performance.now() };

export type Sleep = (durationMs: number, signal?: AbortSignal) => Promise<void>;

/** Resolves after the duration or when the signal aborts, whichever is first; it never rejects. */
export const sleep: Sleep = (durationMs, signal) =>
  pause(durationMs, undefined, { signal }).catch(() => undefined);

interface UntilDoneOptions {
  /** Gets each failure and the pause that would follow, in milliseconds, and returns whether to go on. */
  goesOn: (error: unknown, pauseMs: number) => boolean;
  /** Default 2,000. The first pause is 100, and each is twice as long as the one before. */
  pauseMsMax?: number;
  /** Ends all repeating, also in the middle of a pause. */
  signal?: AbortSignal;
  sleep?: Sleep;
}

const PAUSE_MS = { min: 100, max: 2_000 } as const;

/** For facts that only memory holds and an outage must not lose. Throws the last error. */
export async function untilDone<Result>(
  call: () => Promise<Result>,
  { goesOn, pauseMsMax = PAUSE_MS.max, signal, sleep: wait = sleep }: UntilDoneOptions,
): Promise<Result> {
  for (let pauseMs: number = PAUSE_MS.min; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    try {
      return await call();
    } catch (error) {
      if (!goesOn(error, pauseMs)) throw error;
      await wait(pauseMs, signal);
      if (signal?.aborted === true) throw error;
    }
  }
}

/** A call did not come to its end in time. It may do so later. */
export class NoAnswerInTimeError extends Error {
  override readonly name = 'NoAnswerInTimeError';
}

/** As the promise, or rejects with {@link NoAnswerInTimeError} once so many milliseconds have passed. */
export async function inTime<T>(answer: Promise<T>, boundMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new NoAnswerInTimeError(`No answer within ${Math.round(boundMs)} ms`);
    timer = setTimeout(() => reject(error), boundMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
