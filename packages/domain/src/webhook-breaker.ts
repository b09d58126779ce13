/** When the deliveries to a webhook that fails are held back, and how they go on. */
export interface BreakerSettings {
  /** So many attempts in the window at least; 0 never holds anything back. */
  attempts: number;
  /** The share of them that has failed, at least, in percent. */
  failurePercent: number;
  /** How far back attempts count, in milliseconds: between a half of it and the whole. */
  windowMs: number;
  /** The wait before the first probe, in milliseconds. */
  probeMs: number;
}

export const BREAKER_DEFAULTS: BreakerSettings = {
  attempts: 100,
  failurePercent: 90,
  windowMs: 600_000,
  probeMs: 30_000,
};

/** `open`: deliveries are held back. */
export type BreakerState = 'closed' | 'open';

/** After so many probes the wait does not grow any more. */
const DOUBLINGS_MAX = 5;

/** Each time twice as long as before, up to 32 times. */
export function probeWaitMs(probesBefore: number, { probeMs }: Pick<BreakerSettings, 'probeMs'>): number {
  return probeMs * 2 ** Math.min(probesBefore, DOUBLINGS_MAX);
}

/** An event that has been due for as long as this gets its attempt, whatever its agent's webhook does. */
export const HOLD_MS_MAX = 24 * 3_600_000;

/** The attempts of a webhook, in the half of the window that runs and in the one before. */
export interface AttemptWindow {
  state: BreakerState;
  /** How long ago the half began, in milliseconds. */
  halfAgeMs: number;
  attempts: number;
  failures: number;
  attemptsBefore: number;
  failuresBefore: number;
}

/**
 * Counts attempts that have ended, and opens the breaker of an agent in `error` whose attempts fail too
 * often. `null` if nothing is known or to be written.
 */
export function countAttempts(
  window: AttemptWindow | null,
  ended: { attempts: number; failures: number },
  { isFailing, settings }: { isFailing: boolean; settings: BreakerSettings },
): AttemptWindow | null {
  const halfMs = settings.windowMs / 2;
  const ageMs = window?.halfAgeMs ?? Infinity;
  if (settings.attempts === 0 || (ended.failures === 0 && ageMs >= 2 * halfMs)) return null;
  const runs = window !== null && ageMs < halfMs ? window : { attempts: 0, failures: 0 };
  const nothing = { attempts: 0, failures: 0 };
  let before = nothing;
  if (window !== null && ageMs < halfMs)
    before = { attempts: window.attemptsBefore, failures: window.failuresBefore };
  else if (window !== null && ageMs < 2 * halfMs) before = window;
  const [attempts, failures] = [runs.attempts + ended.attempts, runs.failures + ended.failures];
  const state = window?.state ?? 'closed';
  const all = { attempts: attempts + before.attempts, failures: failures + before.failures };
  const failsTooOften =
    all.attempts >= settings.attempts && 100 * all.failures >= settings.failurePercent * all.attempts;
  return {
    state: isFailing && failsTooOften ? 'open' : state,
    attempts,
    failures,
    attemptsBefore: before.attempts,
    failuresBefore: before.failures,
    halfAgeMs: ageMs < halfMs ? ageMs : 0,
  };
}

/** Waits between a failed webhook attempt and the next, in milliseconds (specification, "Limits"). */
export const WEBHOOK_RETRY_DELAYS_MS_DEFAULT: readonly number[] = [30_000, 60_000, 120_000];

/** The time limit for DNS, connect, headers and body of an attempt together, in milliseconds. */
export const WEBHOOK_TIMEOUT_MS_DEFAULT = 30_000;

/** A receiver's `Retry-After` may lengthen a wait up to this, in milliseconds; it never shortens one. */
export const RETRY_AFTER_MS_MAX = 3_600_000;

/** Why an attempt is made (specification, "Webhook delivery headers"). */
export type RetryReason = 'first_attempt' | 'http_timeout' | 'http_error' | 'unknown';

export type AttemptOutcome = 'delivered' | 'http_timeout' | 'http_error';

export interface NextRetry {
  /** The delay of the wait queue to use, in milliseconds: always one of the configured delays. */
  delayMs: number;
  /** When the attempt is due. Later than `delayMs` only if the receiver asked for it. */
  dueInMs: number;
}

/** What follows attempt `retryNum`, which counts from 0; `null` if no retry remains. */
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
