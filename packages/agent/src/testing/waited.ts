import { secondsOf } from '../duration.js';
import type { Duration } from '../duration.js';
import { sleep } from '../waiting.js';

/** Each pause between two looks is longer by the first of these, up to the second. */
const [MORE_MS, MOST_MS] = [10, 100];

/** @throws an error that says what did not come. */
export async function waited<T>(
  look: () => Promise<T | undefined>,
  { what, timeout }: { what: () => string; timeout: Duration },
): Promise<T> {
  const waitMsMax = secondsOf(timeout, 'timeout') * 1_000;
  const endMs = performance.now() + waitMsMax;
  for (let pauseMs = MORE_MS; ; pauseMs = Math.min(pauseMs + MORE_MS, MOST_MS)) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > endMs) throw new Error(`Waited ${waitMsMax / 1_000} s for ${what()}.`);
    await sleep(pauseMs);
  }
}
