/** @any-shape One package reckons with time zones. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

const TASKS = '/api/agent/tasks';
const WORK = { name: 'x', prompt: 'x' };

describe('A schedule', () => {
  const bench = useProduct();
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
  });

  async function nextRunOf(schedule: string, timezone?: string): Promise<string> {
    const created = await agent.tasks.create({ schedule, ...(timezone === undefined ? {} : { timezone }) });
    return created.next_run_at ?? '';
  }

  it('is in UTC unless told otherwise', async () => {
    expect(await nextRunOf('30 9 * * *')).toMatch(/T09:30:00\.000Z$/);
    const { id } = await agent.tasks.create({ schedule: '30 9 * * *' });
    expect(await agent.tasks.read(id)).toMatchObject({ timezone: 'UTC' });
  });

  it.each([
    ['Asia/Kolkata', '04:00'],
    ['Asia/Kathmandu', '03:45'],
    ['Asia/Tokyo', '00:30'],
    ['Pacific/Kiritimati', '19:30'],
    ['Pacific/Marquesas', '19:00'],
    ['America/Argentina/Buenos_Aires', '12:30'],
  ])('is at 9:30 by the clock of %s', async (timezone, utc) => {
    expect(await nextRunOf('30 9 * * *', timezone)).toContain(`T${utc}:00.000Z`);
  });

  it.each([
    ['asia/KOLKATA', 'Asia/Kolkata'],
    ['ASIA/CALCUTTA', 'Asia/Calcutta'],
    ['nz-chat', 'NZ-CHAT'],
    ['est', 'EST'],
    ['ETC/gmt-14', 'Etc/GMT-14'],
  ])(
    'takes zones and links of the IANA database in any letter case, and answers its spelling: %s',
    async (given, name) => {
      const body = { ...WORK, schedule: '0 9 * * *', timezone: given };
      const answer = await agent.call(TASKS, { body });
      expect(answer.body).toMatchObject({ timezone: name });
      const { id } = answer.body as { id: string };
      const moved = await agent.tasks.change(id, { timezone: given });
      expect(moved).toMatchObject({ timezone: name });
    },
  );

  it('is at 9:30 by the clock on the wall in a zone that changes its clock, summer and winter', async () => {
    for (const month of [1, 7]) {
      const next = await nextRunOf(`30 9 15 ${month} *`, 'Europe/Berlin');
      expect(next).toMatch(month === 1 ? /-01-15T08:30:00\.000Z$/ : /-07-15T07:30:00\.000Z$/);
    }
  });

  it('with a fixed time that its day leaves out is due at the first instant after the gap', async () => {
    const { zone, month, day, gapEndsAt } = nextSpringChange(new Date());
    expect(await nextRunOf(`30 2 ${day} ${month} *`, zone)).toBe(gapEndsAt);
  });

  it('with a fixed time that its day has twice is due at the first of the two', async () => {
    const { zone, month, day, firstAt, time } = nextAutumnChange(new Date());
    expect(await nextRunOf(`30 ${time} ${day} ${month} *`, zone)).toBe(firstAt);
  });

  it('restricted in both days is due when either matches', async () => {
    const next = new Date(await nextRunOf('0 0 13 * 5'));
    expect(next.getUTCDate() === 13 || next.getUTCDay() === 5).toBe(true);
    const days = Array.from({ length: 7 }, (_, index) => new Date(next.getTime() - (index + 1) * 86_400_000));
    const missed = days.filter(
      (day) => day > new Date() && (day.getUTCDate() === 13 || day.getUTCDay() === 5),
    );
    expect(missed).toEqual([]);
  });

  it('takes Sunday as 0 and as 7, and names of months and days', async () => {
    const sunday = await nextRunOf('0 12 * * 0');
    expect(new Date(sunday).getUTCDay()).toBe(0);
    expect(await nextRunOf('0 12 * * 7')).toBe(sunday);
    expect(await nextRunOf('0 12 * * SUN')).toBe(sunday);
    expect(await nextRunOf('0 12 1 JAN *')).toMatch(/-01-01T12:00:00\.000Z$/);
  });

  it('on 29 February is due in a leap year', async () => {
    expect(await nextRunOf('0 0 29 2 *')).toMatch(/-02-29T00:00:00\.000Z$/);
  });

  it.each([
    '',
    ' ',
    '5',
    '* * *',
    '* * * *',
    '* * * * * *',
    '0 0 0 * * * *',
    '@daily',
    '@secondly',
    '@reboot',
    'H * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * 32 * *',
    '* * * 13 *',
    '* * * * 8',
    '-1 * * * *',
    '*/0 * * * *',
    '5-1 * * * *',
    '1,,2 * * * *',
    'a b c d e',
    '0 9 * * 1-5; DROP TABLE task',
    'Once',
    'EVENT',
    'once ',
    'events',
  ])('%j is none: 422 names the field', async (schedule) => {
    expectInvalidField(await agent.call(TASKS, { body: { ...WORK, schedule } }), 'body.schedule');
  });

  it('that never comes is none', async () => {
    const body = { ...WORK, schedule: '0 0 30 2 *' };
    expectInvalidField(await agent.call(TASKS, { body }), 'body.schedule');
  });

  it.each([
    '',
    ' ',
    'Mars/Olympus',
    'Europe',
    'UTC+2',
    '+02:00',
    'Europe/Berlin ',
    '../etc/passwd',
    '\u0000',
    'IST',
    'CST',
    'SystemV/MST7MDT',
    'Etc/Unknown',
  ])('%j is no time zone: 422 names the field', async (timezone) => {
    const body = { ...WORK, schedule: '0 9 * * *', timezone };
    expectInvalidField(await agent.call(TASKS, { body }), 'body.timezone');
  });

  it.each([
    '',
    'tomorrow',
    '2037-05-06',
    '2037-05-06T07:08:09',
    '2037-13-06T07:08:09Z',
    '2037-02-30T07:08:09Z',
  ])('%j is no time to run once: 422 names the field', async (run_at) => {
    expectInvalidField(
      await agent.call(TASKS, { body: { ...WORK, schedule: 'once', run_at } }),
      'body.run_at',
    );
  });
});

const HOUR_MS = 3_600_000;

/** The next day on which clocks go forward at 2:00, in whichever of two zones no such date of another year comes before. */
function nextSpringChange(now: Date): { zone: string; month: number; day: number; gapEndsAt: string } {
  const isNearNewYork = now.getUTCMonth() === 2 && now.getUTCDate() <= 20;
  const changeOf = isNearNewYork
    ? (year: number) => Date.UTC(year, 2, sundays(year, 2).at(-1), 1)
    : (year: number) => Date.UTC(year, 2, sundays(year, 2)[1], 7);
  const at = firstAfter(now, changeOf);
  const zone = isNearNewYork ? 'Europe/Berlin' : 'America/New_York';
  return { zone, month: 3, day: at.getUTCDate(), gapEndsAt: at.toISOString() };
}

/** The next day on which clocks go back an hour: at 3:00 in Berlin, at 2:00 in New York. */
function nextAutumnChange(now: Date): {
  zone: string;
  month: number;
  day: number;
  time: number;
  firstAt: string;
} {
  const isNearBerlin = now.getUTCMonth() === 9 && now.getUTCDate() >= 20;
  const isNewYork = isNearBerlin;
  // The instants at which the clocks go back; the half hour before them is 2:30 in Berlin and 1:30 in New York for the first time.
  const changeOf = isNewYork
    ? (year: number) => Date.UTC(year, 10, sundays(year, 10)[0], 6)
    : (year: number) => Date.UTC(year, 9, sundays(year, 9).at(-1), 1);
  const at = firstAfter(now, changeOf);
  return {
    zone: isNewYork ? 'America/New_York' : 'Europe/Berlin',
    month: isNewYork ? 11 : 10,
    day: at.getUTCDate(),
    time: isNewYork ? 1 : 2,
    firstAt: new Date(at.getTime() - HOUR_MS / 2).toISOString(),
  };
}

function firstAfter(now: Date, changeOf: (year: number) => number): Date {
  const year = now.getUTCFullYear();
  const thisYear = changeOf(year);
  return new Date(thisYear > now.getTime() + HOUR_MS ? thisYear : changeOf(year + 1));
}

/** Days of a month, counted from 0, that are Sundays. */
function sundays(year: number, month: number): number[] {
  const days = Array.from({ length: 31 }, (_, index) => new Date(Date.UTC(year, month, index + 1)));
  return days
    .filter((day) => day.getUTCMonth() === month && day.getUTCDay() === 0)
    .map((day) => day.getUTCDate());
}
