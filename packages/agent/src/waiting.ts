import { setTimeout as wait } from 'node:timers/promises';

/** Resolves after the time, or at once when the signal aborts; it never rejects. */
export async function sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
  // Timers take no longer waits.
  await wait(Math.min(durationMs, 0x7fffffff), null, signal && { signal }).catch(() => {});
}

/** The promise's result, or a rejection with the signal's reason as soon as it aborts. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Jittered: agents do not all come back at one instant. @param failures from 1. @param random 0 to 1. */
export function backoffMs(
  failures: number,
  { firstMs, mostMs }: { firstMs: number; mostMs: number },
  random: number,
): number {
  const wholeMs = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return wholeMs * (0.5 + random / 2);
}
