import {
  BREAKER_DEFAULTS,
  countAttempts,
  nextRetry,
  probeWaitMs,
  WEBHOOK_RETRY_DELAYS_MS_DEFAULT as DELAYS,
} from './webhook-breaker.js';
import type { AttemptWindow } from './webhook-breaker.js';

it('a retry waits in the configured queue for what Retry-After asks for, and for an hour at most', () => {
  expect(nextRetry(1, DELAYS, 90_000)).toEqual({ delayMs: 60_000, dueInMs: 90_000 });
  expect(nextRetry(0, DELAYS, 86_400_000)).toEqual({ delayMs: 30_000, dueInMs: 3_600_000 });
});

it('the wait before a probe doubles with each probe, up to 32 times', () => {
  const waits = [0, 1, 2, 5, 6, 1_000].map((probes) => probeWaitMs(probes, { probeMs: 30_000 }));
  expect(waits).toEqual([30_000, 60_000, 120_000, 960_000, 960_000, 960_000]);
});

describe('attempts that have ended', () => {
  const settings = { ...BREAKER_DEFAULTS, attempts: 10, failurePercent: 90, windowMs: 60_000 };
  const failing = { isFailing: true, settings };
  const [one, none] = [
    { attempts: 1, failures: 1 },
    { attempts: 1, failures: 0 },
  ];
  const window = (changes: Partial<AttemptWindow> = {}): AttemptWindow => ({
    ...{ state: 'closed', halfAgeMs: 5_000, attempts: 4, failures: 4, attemptsBefore: 5, failuresBefore: 5 },
    ...changes,
  });

  it('open nothing before there are as many in the window as it takes', () => {
    const counted = countAttempts(window({ attempts: 3, failures: 3 }), one, failing);
    expect(counted).toEqual(window({ attempts: 4, failures: 4 }));
  });

  it('open the breaker of an agent in error when enough of them have failed', () => {
    const counted = (failures: number) => countAttempts(window(), { attempts: 1, failures }, failing);
    expect(counted(1)).toEqual(window({ state: 'open', attempts: 5, failures: 5 }));
    expect(counted(0)).toEqual(window({ state: 'open', attempts: 5, failures: 4 }));
    expect(countAttempts(window({ failures: 3 }), none, failing)?.state).toBe('closed');
  });

  it('open nothing of an agent that is not in error', () => {
    const counted = countAttempts(window(), one, { ...failing, isFailing: false });
    expect(counted?.state).toBe('closed');
  });

  it('leave one open that is', () => {
    expect(countAttempts(window({ state: 'open' }), none, failing)?.state).toBe('open');
  });

  it('count for the half of the window that runs, the half before, and no longer', () => {
    expect(countAttempts(window({ halfAgeMs: 30_000 }), one, failing)).toEqual(
      window({ ...one, halfAgeMs: 0, attemptsBefore: 4, failuresBefore: 4 }),
    );
    expect(countAttempts(window({ halfAgeMs: 60_000 }), one, failing)).toEqual(
      window({ ...one, halfAgeMs: 0, attemptsBefore: 0, failuresBefore: 0 }),
    );
  });

  it('begin a window when one fails, and write nothing for a webhook that has not failed lately', () => {
    expect(countAttempts(null, { attempts: 3, failures: 1 }, failing)).toEqual(
      window({ halfAgeMs: 0, attempts: 3, failures: 1, attemptsBefore: 0, failuresBefore: 0 }),
    );
    expect(countAttempts(null, { attempts: 3, failures: 0 }, failing)).toBeNull();
    expect(countAttempts(window({ halfAgeMs: 60_000 }), none, failing)).toBeNull();
  });

  it('are not counted if no breaker is wanted', () => {
    const noBreaker = { ...failing, settings: { ...settings, attempts: 0 } };
    expect(countAttempts(window(), one, noBreaker)).toBeNull();
  });
});
