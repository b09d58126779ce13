export interface BackoffOptions {
  /** The first wait, in milliseconds. Default 250. */
  baseMs?: number;
  /** The longest wait, in milliseconds. Default 15,000. */
  maxMs?: number;
  /** From 0 to 1; default `Math.random`. */
  random?: () => number;
}

/**
 * How long to wait before the next attempt after a number of failed attempts in a row, in milliseconds.
 *
 * The wait doubles, and its second half is random, so that clients that lost one server together do not come back together.
 */
export function backoffMs(failures: number, options: BackoffOptions = {}): number {
  const { baseMs = 250, maxMs = 15_000, random = Math.random } = options;
  const fullMs = Math.min(maxMs, baseMs * 2 ** Math.min(failures, 30));
  return fullMs / 2 + random() * (fullMs / 2);
}
