/** How often a run that was lost or took too long is offered again, and how long it waits before the first time. */
export interface RetryPolicy {
  max: number;
  backoffSeconds: number;
}

/** The longest wait before a run is offered again, in seconds. */
export const RETRY_WAIT_SECONDS_MAX = 21_600;

/**
 * What follows the end of a run's attempt, which counts from 1: how long the run waits before it is offered again, in seconds, or `null` if it has failed. The
 * wait doubles from attempt to attempt.
 */
export function retryWaitSeconds(policy: RetryPolicy | null, attempt: number): number | null {
  if (policy === null || attempt > policy.max) return null;
  return Math.min(RETRY_WAIT_SECONDS_MAX, policy.backoffSeconds * 2 ** (attempt - 1));
}
