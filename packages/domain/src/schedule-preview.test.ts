import { describe, expect, it } from '@jest/globals';
import { previewSchedule } from './task-plan.js';

const now = new Date('2026-03-27T12:00:00Z');

describe('previewSchedule', () => {
  it('lists the next five occurrences in the zone, also across a change of the clock', () => {
    const shown = previewSchedule({ schedule: '0 9 * * *', timezone: 'Europe/Vienna', now });
    const times = ['03-28T08:00', '03-29T07:00', '03-30T07:00', '03-31T07:00', '04-01T07:00'];
    expect(shown).toEqual(times.map((time) => new Date(`2026-${time}:00Z`)));
  });

  it.each([
    ['once', 'UTC'],
    ['0 9 * *', 'UTC'],
    ['0 9 * * *', 'Europe/Nowhere'],
  ])('refuses %j in %j', (schedule, timezone) => {
    expect(() => previewSchedule({ schedule, timezone, now })).toThrow('Invalid request');
  });
});
