import {
  isCronSchedule,
  nextOccurrence,
  OccurrenceMemo,
  parseSchedule,
  ScheduleError,
  timezoneNamed,
} from './schedule.js';
import type { OccurrenceQuery } from './schedule.js';

const following = (expression: string, after: string): string | undefined =>
  nextOccurrence({ expression, timezone: 'UTC', after: new Date(after) })?.toISOString();

describe('a schedule', () => {
  it('is `once`, `event` or a cron expression, whose spaces are evened', () => {
    expect(parseSchedule('once')).toEqual({ kind: 'once' });
    expect(parseSchedule('event')).toEqual({ kind: 'event' });
    expect(parseSchedule('0 9 * * 1-5')).toEqual({ kind: 'cron', expression: '0 9 * * 1-5' });
    expect(parseSchedule(' 0\t9  * * MON-fri ')).toEqual({ kind: 'cron', expression: '0 9 * * MON-fri' });
    expect(['0 9 * * *', 'once', 'event'].map(isCronSchedule)).toEqual([true, false, false]);
  });

  it.each([
    ...['60 * * * *', '* 24 * * *', '* * 0 * *', '* * * 13 *', '* * * * 8', '-1 * * * *', '001 * * * *'],
    ...['H * * * *', '* * L * *', '* * ? * *', '* * * * 1#2', '1.5 * * * *', '* * * MON *', '0x1 * * * *'],
    ...['5-1 * * * *', '* * * * FRI-SUN', '*/0 * * * *', '*/60 * * * *', '5/10 * * * *', '1- * * * *'],
    ...[', * * * *', '** * * * *', '*-5 * * * *', '1-2-3 * * * *', '1/2/3 * * * *', '٣ * * * *'],
  ])('with a field that is not understood is refused, such as %j', (schedule) => {
    expect(() => parseSchedule(schedule)).toThrow(ScheduleError);
    expect(() => parseSchedule(schedule)).toThrow(/^The [a-z-]+ field does not accept "/);
  });

  it.each(['0 0 30 2 *', '0 0 31 2,4,6,9,11 *', '0 0 31 APR */2'])(
    'that names only dates that do not exist is refused, such as %j',
    (schedule) =>
      expect(() => parseSchedule(schedule)).toThrow(/dates that do not exist, such as 30 February/),
  );

  it('may name a date that does not exist beside a day of the week', () => {
    expect(following('0 0 30 2 MON', '2026-01-01T00:00Z')).toBe('2026-02-02T00:00:00.000Z');
  });

  it('has at most 256 characters', () => {
    expect(() => parseSchedule(`${'0,'.repeat(130)}0 * * * *`)).toThrow(/at most 256 characters/);
  });
});

it('an interval is due again in an evening that a clock shows twice, since it goes back over midnight', () => {
  const timezone = 'America/St_Johns';
  // 00:00:30 on the clock; at 00:01 it goes back to 23:01.
  const after = new Date('2010-11-07T02:30:30Z');
  const next = nextOccurrence({ expression: '*/15 * * * *', timezone, after });
  expect(next?.toISOString()).toBe('2010-11-07T02:45:00.000Z');
});

it('the next occurrence is found 40 years ahead', () => {
  expect(following('0 0 29 2 */7', '2088-03-01T00:00Z')).toBe('2128-02-29T00:00:00.000Z');
});

describe('a time zone', () => {
  it.each([
    ['america/argentina/BUENOS_AIRES', 'America/Argentina/Buenos_Aires'],
    ['ASIA/CALCUTTA', 'Asia/Calcutta'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['est', 'EST'],
    ['America/Port-au-Prince', 'America/Port-au-Prince'],
  ])('is one of the IANA database, in its spelling: %s', (zone, name) =>
    expect(timezoneNamed(zone)).toBe(name),
  );

  it('is whatever Node lists as one (node scripts/time-zones.mjs writes the names of a newer database)', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((zone) => timezoneNamed(zone) !== zone)).toEqual([]);
  });

  it.each([
    ...['', 'Mars/Olympus', '+01:00', '-0800', 'UTC+1', 'Europe/Berlin ', '../etc/passwd', 'A'.repeat(100)],
    ...['Europe', 'BST', 'IST', 'SystemV/EST5EDT', 'Etc/Unknown'],
  ])('is nothing else: %j', (zone) => expect(timezoneNamed(zone)).toBeNull());
});

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
