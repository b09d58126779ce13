import { secondsOf } from '../duration.js';
import type { Duration } from '../duration.js';
import { sleep } from '../waiting.js';

/** Each pause between two looks is this much longer than the one before, up to the longest, in milliseconds. */
const LOOK_AGAIN_MS = { more: 10, most: 100 };

/**
 * Looks again and again until there is something.
 *
 * @param timeout how long at most, in real time.
 * @throws an error that says what did not come.
 */
export async function waited<T>(
  look: () => Promise<T | undefined>,
  { what, timeout }: { what: () => string; timeout: Duration },
): Promise<T> {
  const waitMsMax = secondsOf(timeout, 'timeout') * 1_000;
  const endMs = performance.now() + waitMsMax;
  for (
    let pauseMs = LOOK_AGAIN_MS.more;
    ;
    pauseMs = Math.min(pauseMs + LOOK_AGAIN_MS.more, LOOK_AGAIN_MS.most)
  ) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > endMs) throw new Error(`Waited ${waitMsMax / 1_000} s for ${what()}.`);
    await sleep(pauseMs);
  }
}
