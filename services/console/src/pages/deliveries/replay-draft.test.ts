import { describe, expect, it } from '@jest/globals';
import { filterOf, FIRST_DRAFT } from './replay-draft.ts';
import { countWords, madeOf } from './replay-words.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const filter = (changed: object) => filterOf({ ...FIRST_DRAFT, ...changed }, NOW);

describe('the filter of a replay', () => {
  it('ends at this moment, unless the person names a time', () => {
    expect(filter({})).toEqual({
      filter: { state: 'failed', from: '2026-03-01T12:00:00.000Z' },
      errors: {},
    });
    expect(filter({ period: 'ever', type: 'task_due', state: 'delivered' }).filter).toEqual({
      ...{ state: 'delivered', type: 'task_due', from: '1970-01-01T00:00:00.000Z' },
    });
    const own = filter({ period: 'own', from: '2026-03-01T10:00', to: '2026-03-01T11:00' }).filter;
    expect(Date.parse(own?.to ?? '') - Date.parse(own?.from ?? '')).toBe(3_600_000);
    expect(filter({ period: 'own', from: '2026-03-01T10:00' }).filter).not.toHaveProperty('to');
  });

  it('is none while a time is missing or wrong', () => {
    expect(filter({ period: 'own' })).toEqual({ filter: null, errors: {} });
    expect(filter({ period: 'own', from: '2026-03-01T10:00', to: '2026-03-01T10:00' })).toEqual({
      filter: null,
      errors: { to: expect.any(String) },
    });
    expect(filter({ period: 'own', from: 'soon' }).errors).toEqual({ from: expect.any(String) });
  });
});

describe('the words for a replay', () => {
  it('say how many events fit and how long they take', () => {
    expect(countWords({ events: 0, is_complete: true }, 5)).toBe('No events match.');
    expect(countWords({ events: 1, is_complete: true }, 5)).toBe('1 event matches.');
    expect(countWords({ events: 600, is_complete: true }, 5)).toBe(
      '600 events match. This takes 2 min 0 s or more.',
    );
    expect(countWords({ events: 412, is_complete: false }, 50)).toMatch(/^More than 412 events may match/);
  });

  it('leave out what has not happened', () => {
    const none = {
      ...{ redelivered: 0, under_way: 0, delivered: 0, failed: 0, waiting: 0, skipped: 0, removed: 0 },
    };
    expect(madeOf(none)).toBe('Nothing sent');
    expect(madeOf({ ...none, redelivered: 12, delivered: 9, failed: 1, under_way: 2, skipped: 3 })).toBe(
      '12 sent · 9 received · 1 failed again · 2 in progress · 3 skipped',
    );
  });
});
