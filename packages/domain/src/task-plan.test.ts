import { planTask, previewSchedule, replanTask } from './task-plan.js';
import type { TaskTiming } from './task-plan.js';

const NOW = new Date('2026-03-02T08:30:00.000Z');
const timing = (changes: Partial<TaskTiming> = {}): TaskTiming => ({
  ...{ schedule: '0 9 * * *', timezone: 'UTC', runAt: null, enabled: true, ...changes },
});

describe('a new task', () => {
  it.each<[string, Partial<TaskTiming>, string]>([
    ['a schedule that never occurs', { schedule: '0 0 30 2 *', enabled: false }, 'body.schedule'],
    ['a moment for a cron schedule', { runAt: NOW }, 'body.run_at'],
  ])('is refused with %s', (_name, wrong, path) => {
    const fields = [expect.objectContaining({ path })];
    const refused = expect.objectContaining({ code: 'invalid_request', fields });
    expect(() => planTask(timing(wrong), NOW)).toThrow(refused);
  });
});

describe('a changed task', () => {
  const later = new Date('2026-03-02T10:00:00.000Z');

  it('keeps an occurrence that is due unless its timing changes', () => {
    const former = planTask(timing(), NOW);
    expect(replanTask(former, { enabled: true, schedule: '0 9 * * *' }, later)).toEqual(former);
  });

  it('runs at once when it is enabled after its moment', () => {
    const former = planTask(timing({ schedule: 'once', runAt: NOW, enabled: false }), NOW);
    expect(replanTask(former, { enabled: true }, later).nextRunAt).toEqual(later);
  });

  it('loses its moment with the schedule `once`', () => {
    const former = planTask(timing({ schedule: 'once', runAt: later }), NOW);
    const replanned = replanTask(former, { schedule: 'event' }, NOW);
    expect(replanned).toMatchObject({ runAt: null, triggerType: 'event' });
  });
});

describe('previewSchedule', () => {
  const now = new Date('2026-03-27T12:00:00Z');

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
