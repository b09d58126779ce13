import { describe, expect, it } from '@jest/globals';
import { previewSchedule } from './task-plan.js';

const now = new Date('2026-03-27T12:00:00Z');

describe('previewSchedule', () => {
  it('lists the next five occurrences in the zone, also across a change of the clock', () => {
    const shown = previewSchedule({ schedule: '0 9 * * *', timezone: 'Europe/Vienna', now });
    expect(shown.map((date) => date.toISOString())).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
      '2026-03-31T07:00:00.000Z',
      '2026-04-01T07:00:00.000Z',
    ]);
  });

  it.each([
    ['once', 'UTC'],
    ['0 9 * *', 'UTC'],
    ['0 9 * * *', 'Europe/Nowhere'],
  ])('refuses %j in %j', (schedule, timezone) => {
    expect(() => previewSchedule({ schedule, timezone, now })).toThrow('Invalid request');
  });
});
