import { describe, expect, it } from '@jest/globals';
import { backoffMs } from './backoff.js';

describe('the wait before another attempt', () => {
  it('doubles up to its bound', () => {
    const waits = [0, 1, 2, 10, 1_000].map((failures) => backoffMs(failures, { random: () => 1 }));
    expect(waits).toEqual([250, 500, 1_000, 15_000, 15_000]);
  });

  it('is at least half of that', () => {
    expect(backoffMs(1, { random: () => 0 })).toBe(250);
  });
});
