import { describe, expect, it } from '@jest/globals';
import { parseCron } from './cron.js';
import { isCronSchedule, timezoneNamed, nextOccurrence, parseSchedule, ScheduleError } from './schedule.js';

/** The next occurrences, one after the other. */
function following(expression: string, timezone: string, after: string, count = 1): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  let base: Date | null = new Date(after);
  while (found.length < count && base !== null) {
    base = nextOccurrence({ expression, timezone, after: base });
    found.push(base?.toISOString().replace(':00.000Z', 'Z'));
  }
  return found;
}

describe('a schedule', () => {
  it('is `once`, `event` or a cron expression, whose spaces are evened', () => {
    expect(parseSchedule('once')).toEqual({ kind: 'once' });
    expect(parseSchedule('event')).toEqual({ kind: 'event' });
    expect(parseSchedule('0 9 * * 1-5')).toEqual({ kind: 'cron', expression: '0 9 * * 1-5' });
    expect(parseSchedule(' 0\t9  * * MON-fri ')).toEqual({ kind: 'cron', expression: '0 9 * * MON-fri' });
    expect([isCronSchedule('0 9 * * *'), isCronSchedule('once'), isCronSchedule('event')]).toEqual([
      ...[true, false, false],
    ]);
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

  it('names the field and what it takes when it is refused', () => {
    expect(() => parseSchedule('0 9 * * FRI-SUN')).toThrow(
      'The day-of-week field does not accept "FRI-SUN": it takes `*`, values 0-7 or SUN, MON, TUE, WED, THU, FRI, SAT, ' +
        'ranges from low to high, steps of these such as `*/5` or `10-30/5`, and lists of all of them',
    );
  });

  it.each(['0 0 30 2 *', '0 0 31 2,4,6,9,11 *', '0 0 31 APR */2'])(
    'that names only dates that do not exist is refused, such as %j',
    (schedule) =>
      expect(() => parseSchedule(schedule)).toThrow(/dates that do not exist, such as 30 February/),
  );

  it('may name a date that does not exist beside a day of the week', () => {
    expect(following('0 0 30 2 MON', 'UTC', '2026-01-01T00:00Z')).toEqual(['2026-02-02T00:00Z']);
  });

  it('has at most 256 characters', () => {
    expect(() => parseSchedule(`${'0,'.repeat(130)}0 * * * *`)).toThrow(/at most 256 characters/);
  });
});

describe('a field', () => {
  const minutes = (field: string) => [...parseCron(`${field} * * * *`).minutes];
  const weekdays = (field: string) => [...parseCron(`* * * * ${field}`).daysOfWeek].sort();

  it('takes values, ranges, steps and lists of them, in any order and overlapping', () => {
    expect(minutes('05')).toEqual([5]);
    expect(minutes('10-12')).toEqual([10, 11, 12]);
    expect(minutes('10-30/10')).toEqual([10, 20, 30]);
    expect(minutes('*/25')).toEqual([0, 25, 50]);
    expect(minutes('30,0,*/20,0')).toEqual([0, 20, 30, 40]);
  });

  it('takes names of months and days, and Sunday as 0 or 7', () => {
    expect([...parseCron('* * * jan,Mar-MAY *').months]).toEqual([1, 3, 4, 5]);
    expect(weekdays('0')).toEqual([0]);
    expect(weekdays('7')).toEqual([0]);
    expect(weekdays('SUN')).toEqual([0]);
    expect(weekdays('5-7')).toEqual([0, 5, 6]);
    expect(weekdays('MON-WED,6')).toEqual([1, 2, 3, 6]);
    expect(weekdays('*/2')).toEqual([0, 2, 4, 6]);
  });
});

describe('the next occurrence', () => {
  it('is strictly after the base, at the full minute', () => {
    expect(following('*/15 * * * *', 'UTC', '2026-01-01T10:00Z', 2)).toEqual([
      '2026-01-01T10:15Z',
      '2026-01-01T10:30Z',
    ]);
    expect(following('0 10 * * *', 'UTC', '2026-01-01T09:59:59.999Z')).toEqual(['2026-01-01T10:00Z']);
  });

  it('is found 40 years ahead', () => {
    expect(following('0 0 29 2 */7', 'UTC', '2088-03-01T00:00Z')).toEqual(['2128-02-29T00:00Z']);
  });

  it('is null where there will never be one', () => {
    // Whenever 29 March is a Sunday, the clock leaves this hour out.
    const query = { expression: '*/5 2 29 3 */7', timezone: 'Europe/Berlin' };
    expect(nextOccurrence({ ...query, after: new Date('2026-01-01T00:00Z') })).toBeNull();
  });
});

describe('where the clock is put forward', () => {
  it.each([
    [
      'Europe/Berlin, 02:00 to 03:00',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ],
    [
      'Pacific/Apia, a whole day',
      '0 9 * * *',
      'Pacific/Apia',
      '2011-12-29T20:00Z',
      '2011-12-30T10:00Z',
      '2011-12-30T19:00Z',
    ],
  ])(
    'a fixed time that is left out is due once, at the end of the gap: %s',
    (_zone, expression, timezone, after, ...expected) => {
      expect(following(expression, timezone, after, 2)).toEqual(expected);
    },
  );

  it('an interval goes on with the time that passes, and leaves out what the clock leaves out', () => {
    expect(following('*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:00Z', 3)).toEqual([
      ...['2026-03-29T00:30Z', '2026-03-29T01:00Z', '2026-03-29T01:30Z'],
    ]);
  });
});

describe('where the clock is put back', () => {
  it.each([
    [
      'Europe/Berlin, 03:00 to 02:00',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ],
    [
      'Australia/Lord_Howe, 02:00 to 01:30',
      '45 1 * * *',
      'Australia/Lord_Howe',
      '2026-04-04T12:00Z',
      '2026-04-04T14:45Z',
      '2026-04-05T15:15Z',
    ],
  ])(
    'a fixed time that is shown twice is due once, at the first: %s',
    (_zone, expression, timezone, after, ...expected) => {
      expect(following(expression, timezone, after, 2)).toEqual(expected);
    },
  );

  it('an interval is due in both of the repeated hours', () => {
    expect(following('*/30 * * * *', 'Europe/Berlin', '2026-10-25T00:00Z', 4)).toEqual([
      ...['2026-10-25T00:30Z', '2026-10-25T01:00Z', '2026-10-25T01:30Z', '2026-10-25T02:00Z'],
    ]);
  });
});

describe('a time zone', () => {
  it.each([
    ['UTC', 'UTC'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['america/argentina/BUENOS_AIRES', 'America/Argentina/Buenos_Aires'],
    ['ASIA/CALCUTTA', 'Asia/Calcutta'],
    ['asia/kolkata', 'Asia/Kolkata'],
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
