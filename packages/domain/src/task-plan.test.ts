import { describe, expect, it } from '@jest/globals';
import { planTask, replanTask } from './task-plan.js';
import type { TaskTiming } from './task-plan.js';

const NOW = new Date('2026-03-02T08:30:00.000Z');
const timing = (changes: Partial<TaskTiming> = {}): TaskTiming => ({
  schedule: '0 9 * * *',
  timezone: 'UTC',
  runAt: null,
  enabled: true,
  ...changes,
});
const at = (iso: string): Date => new Date(iso);

describe('a new task', () => {
  it('with a cron schedule runs at the next occurrence in its time zone', () => {
    expect(planTask(timing(), NOW)).toMatchObject({
      triggerType: 'scheduled',
      nextRunAt: at('2026-03-02T09:00:00.000Z'),
    });
    expect(planTask(timing({ timezone: 'Europe/Vienna' }), NOW).nextRunAt).toEqual(
      at('2026-03-03T08:00:00.000Z'),
    );
  });

  it('with `once` runs at its moment, or at once', () => {
    const runAt = at('2026-04-01T00:00:00.000Z');
    expect(planTask(timing({ schedule: 'once', runAt }), NOW).nextRunAt).toEqual(runAt);
    expect(planTask(timing({ schedule: 'once' }), NOW).nextRunAt).toEqual(NOW);
  });

  it('with `event`, or disabled, has no next run', () => {
    expect(planTask(timing({ schedule: 'event' }), NOW)).toMatchObject({
      triggerType: 'event',
      nextRunAt: null,
    });
    expect(planTask(timing({ enabled: false }), NOW).nextRunAt).toBeNull();
  });

  it.each<[string, Partial<TaskTiming>, string]>([
    ['a schedule that is none', { schedule: '* * *' }, 'body.schedule'],
    ['a schedule that never occurs', { schedule: '0 0 30 2 *', enabled: false }, 'body.schedule'],
    ['a time zone that is none', { timezone: 'Mars/Olympus' }, 'body.timezone'],
    ['a moment for a cron schedule', { runAt: NOW }, 'body.run_at'],
  ])('is refused with %s', (_name, wrong, path) => {
    expect(() => planTask(timing(wrong), NOW)).toThrow(
      expect.objectContaining({ code: 'invalid_request', fields: [expect.objectContaining({ path })] }),
    );
  });
});

describe('a changed task', () => {
  const later = at('2026-03-02T10:00:00.000Z');

  it('keeps an occurrence that is due unless its timing changes', () => {
    const former = planTask(timing(), NOW);
    expect(replanTask(former, { enabled: true, schedule: '0 9 * * *' }, later)).toEqual(former);
  });

  it('has its next run computed from now when schedule, zone or being enabled change', () => {
    const former = planTask(timing({ enabled: false }), NOW);
    expect(replanTask(former, { enabled: true }, later).nextRunAt).toEqual(at('2026-03-03T09:00:00.000Z'));
    expect(replanTask(planTask(timing(), NOW), { schedule: '0 11 * * *' }, later).nextRunAt).toEqual(
      at('2026-03-02T11:00:00.000Z'),
    );
    expect(replanTask(planTask(timing(), NOW), { enabled: false }, later).nextRunAt).toBeNull();
  });

  it('runs at once when it is enabled after its moment', () => {
    const former = planTask(timing({ schedule: 'once', runAt: NOW, enabled: false }), NOW);
    expect(replanTask(former, { enabled: true }, later).nextRunAt).toEqual(later);
  });

  it('loses its moment with the schedule `once`', () => {
    const former = planTask(timing({ schedule: 'once', runAt: later }), NOW);
    expect(replanTask(former, { schedule: 'event' }, NOW)).toMatchObject({
      runAt: null,
      triggerType: 'event',
    });
  });
});
