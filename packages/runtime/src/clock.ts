/** The time, injected where a rule depends on it. */
export interface Clock {
  /** Milliseconds: since the Unix epoch, unless a clock says otherwise. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** A clock that never goes back and is never set, for everything that measures a wait. Its zero is the start of the process. */
export const monotonicClock: Clock = { nowMs: () => performance.now() };

/** A wait, injected where a rule depends on it. */
export type Sleep = (durationMs: number, signal?: AbortSignal) => Promise<void>;

/** Resolves after the duration or when the signal aborts, whichever is first; it never rejects. */
export const sleep: Sleep = (durationMs, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, durationMs);
    signal?.addEventListener('abort', finish, { once: true });
  });
