/** Waits between a failed webhook attempt and the next, in milliseconds (specification, "Limits"). */
export const WEBHOOK_RETRY_DELAYS_MS_DEFAULT: readonly number[] = [30_000, 60_000, 120_000];

/** The time limit for DNS, connect, headers and body of an attempt together, in milliseconds. */
export const WEBHOOK_TIMEOUT_MS_DEFAULT = 30_000;

/** A receiver's `Retry-After` may lengthen a wait up to this, in milliseconds; it never shortens one. */
export const RETRY_AFTER_MS_MAX = 3_600_000;

/** Why an attempt is made (specification, "Webhook delivery headers"). */
export const RETRY_REASONS = ['first_attempt', 'http_timeout', 'http_error', 'unknown'] as const;
export type RetryReason = (typeof RETRY_REASONS)[number];

/** How an attempt ended, as far as its process has recorded it. */
export type AttemptOutcome = 'delivered' | 'http_timeout' | 'http_error';

export interface NextRetry {
  /** The delay of the wait queue to use, in milliseconds: always one of the configured delays. */
  delayMs: number;
  /** When the attempt is due. Later than `delayMs` only if the receiver asked for it. */
  dueInMs: number;
}

/**
 * The wait before the retry that follows attempt `retryNum`, or `null` if no retry remains.
 *
 * @param retryNum 0-based number of the attempt that failed.
 * @param retryAfterMs the receiver's `Retry-After`, if any.
 */
export function nextRetry(
  retryNum: number,
  delaysMs: readonly number[],
  retryAfterMs?: number,
): NextRetry | null {
  const delayMs = delaysMs[retryNum];
  if (delayMs === undefined) return null;
  const askedMs = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX);
  return { delayMs, dueInMs: Math.max(delayMs, askedMs) };
}
