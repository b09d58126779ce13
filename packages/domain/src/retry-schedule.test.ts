import { describe, expect, it } from '@jest/globals';
import { nextRetry, RETRY_AFTER_MS_MAX, WEBHOOK_RETRY_DELAYS_MS_DEFAULT } from './webhook-breaker.js';

const DELAYS = WEBHOOK_RETRY_DELAYS_MS_DEFAULT;

describe('the retry schedule', () => {
  it('waits 30, 60 and 120 s, and ends after the third retry', () => {
    const waits = [0, 1, 2, 3, 4].map((retryNum) => nextRetry(retryNum, DELAYS));
    expect(waits).toEqual([
      { delayMs: 30_000, dueInMs: 30_000 },
      { delayMs: 60_000, dueInMs: 60_000 },
      { delayMs: 120_000, dueInMs: 120_000 },
      null,
      null,
    ]);
  });
});

describe('what a receiver asks for with Retry-After', () => {
  it('lengthens the wait, whose queue stays the configured one', () => {
    expect(nextRetry(1, DELAYS, 90_000)).toEqual({ delayMs: 60_000, dueInMs: 90_000 });
  });

  it('never shortens it', () => {
    for (const askedMs of [0, 1, 59_999, -5]) {
      expect(nextRetry(1, DELAYS, askedMs)).toEqual({ delayMs: 60_000, dueInMs: 60_000 });
    }
  });

  it('counts for an hour at most', () => {
    expect(nextRetry(0, DELAYS, 86_400_000)?.dueInMs).toBe(RETRY_AFTER_MS_MAX);
    expect(RETRY_AFTER_MS_MAX).toBe(3_600_000);
  });
});
