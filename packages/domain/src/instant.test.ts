import { parseInstant } from './instant.js';

const read = (text: string, rounding?: 'down'): string | undefined =>
  parseInstant(text, rounding && { rounding })?.toISOString();

describe('an instant', () => {
  // RFC 3339, section 5.8, and forms that its grammar allows.
  it.each([
    ['1985-04-12T23:20:50.52Z', '1985-04-12T23:20:50.520Z'],
    ['1996-12-19T16:39:57-08:00', '1996-12-20T00:39:57.000Z'],
    ['1990-12-31T23:59:60Z', '1991-01-01T00:00:00.000Z'],
    ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00.000Z'],
    ['2015-06-30T23:59:60.5Z', '2015-07-01T00:00:00.500Z'],
    ['2026-03-02t09:30:00z', '2026-03-02T09:30:00.000Z'],
    ['2026-03-02 09:30:00-00:00', '2026-03-02T09:30:00.000Z'],
    ['2024-02-29T00:00:00+00:00', '2024-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('is read of %s', (text, instant) => {
    expect(read(text)).toBe(instant);
  });

  it('is rounded up to the next millisecond, unless told otherwise', () => {
    expect(read('2026-03-02T09:30:00.069001Z')).toBe('2026-03-02T09:30:00.070Z');
    expect(read('2026-03-02T09:30:00.069000Z')).toBe('2026-03-02T09:30:00.069Z');
    expect(read('2026-03-02T09:30:00.069999Z', 'down')).toBe('2026-03-02T09:30:00.069Z');
  });

  it.each([
    ['no text', ''],
    ['a date alone', '2026-03-02'],
    ['no offset', '2026-03-02T09:30:00'],
    ['an offset without minutes', '2026-03-02T09:30:00+02'],
    ['an offset without a colon', '2026-03-02T09:30:00+0200'],
    ['an offset of a day', '2026-03-02T09:30:00+24:00'],
    ['no seconds', '2026-03-02T09:30Z'],
    ['hour 24', '2026-03-02T24:00:00Z'],
    ['a day that is none', '2026-02-30T09:30:00Z'],
    ['a month that is none', '2026-13-01T09:30:00Z'],
    ['second 60 within a day', '2026-03-02T09:30:60Z'],
    ['second 60 at the end of a day in between', '2016-12-30T23:59:60Z'],
    ['a year of five digits', '+10000-01-01T00:00:00Z'],
    ['a time before 1970 in UTC', '1970-01-01T00:00:00+00:01'],
    ['a time after 9999 in UTC', '9999-12-31T23:59:59-00:01'],
    ['a leap second after 9999', '9999-12-31T23:59:60Z'],
    ['text behind it', '2026-03-02T09:30:00Z\n'],
    ['other digits', '２026-03-02T09:30:00Z'],
  ])('is none: %s', (_, text) => {
    expect(parseInstant(text)).toBeNull();
  });
});
