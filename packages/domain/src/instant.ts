import { invalidField } from './storable-text.js';

/** RFC 3339, section 5.6, whose note allows a space instead of the T. */
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.(\d+))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** Leap seconds end at the end of June or of December (RFC 3339, section 5.7). */
const AFTER_LEAP_SECOND = /-0[17]-01T00:00:00\.000Z$/;
const END_MS = Date.UTC(10_000, 0);

export interface InstantOptions {
  /** Of what is finer than a millisecond. Default `up`, by which comparing stays exact to the millisecond. */
  rounding?: 'up' | 'down';
}

/**
 * Reads a date-time of RFC 3339, to the millisecond. A leap second is the instant at which it ends. `null`
 * for any other text, and for an instant outside the years 1970 to 9999 in UTC.
 */
export function parseInstant(text: string, { rounding = 'up' }: InstantOptions = {}): Date | null {
  const [, date = '', minute = '', second = '', fraction = '', offset = ''] = DATE_TIME.exec(text) ?? [];
  if (!isDate(date)) return null;
  const isLeapSecond = second === '60';
  const startMs = Date.parse(`${date}T${minute}:${isLeapSecond ? '59' : second}${offset.toUpperCase()}`);
  const secondMs = isLeapSecond ? startMs + 1_000 : startMs;
  if (isLeapSecond && !AFTER_LEAP_SECOND.test(new Date(secondMs).toISOString())) return null;
  const isFiner = /[1-9]/.test(fraction.slice(3));
  const ms = secondMs + Number(fraction.slice(0, 3).padEnd(3, '0')) + (isFiner && rounding === 'up' ? 1 : 0);
  return ms >= 0 && ms < END_MS ? new Date(ms) : null;
}

/** As {@link parseInstant}. Throws `invalid_request`, which names the path, such as `body.run_at`. */
export function instantOf(text: string, path: string, options?: InstantOptions): Date {
  const instant = parseInstant(text, options);
  if (instant === null)
    throw invalidField(path, 'must be a date-time of RFC 3339 within the years 1970 to 9999');
  return instant;
}

/** `Date` takes 30 February for a day of March. */
function isDate(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}
