import { describe, expect, it } from '@jest/globals';
import { OccurrenceMemo, nextOccurrence } from './schedule.js';
import type { OccurrenceQuery } from './schedule.js';

function counted() {
  const computed: OccurrenceQuery[] = [];
  const compute = (query: OccurrenceQuery) => {
    computed.push(query);
    return nextOccurrence(query);
  };
  const memo = new OccurrenceMemo({ compute });
  const next = (after: string, expression = '0 9 * * *', timezone = 'UTC') =>
    memo.next({ expression, timezone, after: new Date(after) })?.toISOString();
  return { computed, next };
}

describe('the memo of next occurrences', () => {
  it('computes anew at the occurrence itself, and for an earlier base', () => {
    const { computed, next } = counted();
    expect(next('2026-01-01T10:00Z')).toBe('2026-01-02T09:00:00.000Z');
    expect(next('2026-01-02T08:59:59.999Z')).toBe('2026-01-02T09:00:00.000Z');
    expect(next('2026-01-02T09:00Z')).toBe('2026-01-03T09:00:00.000Z');
    expect(next('2026-01-01T00:00Z')).toBe('2026-01-01T09:00:00.000Z');
    expect(computed).toHaveLength(3);
  });

  it('keeps expressions and zones apart', () => {
    const { next } = counted();
    const at = '2026-01-01T10:00Z';
    expect(next(at, '0 9 * * *', 'Asia/Tokyo')).toBe('2026-01-02T00:00:00.000Z');
    expect(next(at, '0 9 * * *', 'UTC')).toBe('2026-01-02T09:00:00.000Z');
    expect(next(at, '0 8 * * *', 'UTC')).toBe('2026-01-02T08:00:00.000Z');
  });

  it('remembers that there is no further occurrence', () => {
    const { computed, next } = counted();
    const ask = (after: string) => next(after, '*/5 2 29 3 */7', 'Europe/Berlin');
    expect([ask('2026-01-01T10:00Z'), ask('2027-01-01T10:00Z')]).toEqual([undefined, undefined]);
    expect(computed).toHaveLength(1);
  });
});
