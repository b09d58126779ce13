import { describe, expect, it } from '@jest/globals';
import { nextRetry, WEBHOOK_RETRY_DELAYS_MS_DEFAULT } from './webhook-breaker.js';

const DELAYS = WEBHOOK_RETRY_DELAYS_MS_DEFAULT;

describe('the retry schedule', () => {
  it('waits in the configured queue for what Retry-After asks for, and for an hour at most', () => {
    expect(nextRetry(1, DELAYS, 90_000)).toEqual({ delayMs: 60_000, dueInMs: 90_000 });
    expect(nextRetry(0, DELAYS, 86_400_000)).toEqual({ delayMs: 30_000, dueInMs: 3_600_000 });
  });
});
