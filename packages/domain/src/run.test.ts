import { RETRY_WAIT_SECONDS_MAX, retryWaitSeconds } from './run.js';

describe('a run whose attempt has ended', () => {
  it('has failed if its task says nothing of retries', () => {
    expect(retryWaitSeconds(null, 1)).toBeNull();
    expect(retryWaitSeconds({ max: 0, backoffSeconds: 1 }, 1)).toBeNull();
  });

  it('waits twice as long after each attempt, and has failed when its retries are used up', () => {
    const policy = { max: 3, backoffSeconds: 30 };
    expect([1, 2, 3, 4].map((attempt) => retryWaitSeconds(policy, attempt))).toEqual([30, 60, 120, null]);
  });

  it('never waits longer than the bound', () => {
    const policy = { max: 10, backoffSeconds: 3_600 };
    expect(retryWaitSeconds(policy, 3)).toBe(14_400);
    expect(retryWaitSeconds(policy, 10)).toBe(RETRY_WAIT_SECONDS_MAX);
  });
});
