import { duration, relativeTime, timeAgo } from './time-format.ts';

const now = new Date('2026-03-02T12:00:00.000Z');
const at = (secondsAgo: number): Date => new Date(now.getTime() - secondsAgo * 1_000);

describe('a moment', () => {
  it('is said as people say it, before and after', () => {
    const moments = [0, 60, 600, 7_200, 86_400, 3 * 86_400].map((seconds) => relativeTime(at(seconds), now));
    expect(moments).toEqual(['now', '1 min ago', '10 min ago', '2 h ago', '1 day ago', '3 days ago']);
    expect([-10, -600].map((seconds) => relativeTime(at(seconds), now))).toEqual([
      'in a moment',
      'in 10 min',
    ]);
    expect(relativeTime(at(400 * 86_400), now)).toMatch(/2025/);
  });

  it('is said to the second in the minute after it', () => {
    // The clock of the service may be ahead of this one.
    const moments = [-2, 0, 3, 59, 60, 7_200].map((seconds) => timeAgo(at(seconds), now));
    expect(moments).toEqual(['0 s ago', '0 s ago', '3 s ago', '59 s ago', '1 min ago', '2 h ago']);
  });
});

describe('a length of time', () => {
  it('is said in its two largest units', () => {
    const lengths = [7, 1_500, 42_000, 61_000, 3_660_000].map(duration);
    expect(lengths).toEqual(['7 ms', '1.5 s', '42 s', '1 min 1 s', '1 h 1 min']);
  });
});
