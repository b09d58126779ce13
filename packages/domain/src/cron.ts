import { CronExpressionParser } from 'cron-parser';
import { ZONE_NAMES } from './generated/zone-names.js';

/** A schedule that is not valid. The message says what is wrong and is safe to show to the caller. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
}

/** What a cron expression asks of the local clock. */
export interface Cron {
  expression: string;
  minutes: readonly number[];
  hours: readonly number[];
  daysOfMonth: ReadonlySet<number>;
  months: ReadonlySet<number>;
  /** 0 is Sunday. */
  daysOfWeek: ReadonlySet<number>;
  /** A day has to satisfy both day fields if one of them holds a `*`, otherwise either. */
  bothDayFields: boolean;
  /** Neither minute nor hour holds a `*`: the expression names times of day, and not an interval. */
  fixedTimes: boolean;
}

const EXPRESSION_LENGTH_MAX = 256;

interface FieldRule {
  name: 'minute' | 'hour' | 'dayOfMonth' | 'month' | 'dayOfWeek';
  /** The field's name in messages. */
  words: string;
  min: number;
  max: number;
  names?: string;
}

const MINUTE: FieldRule = { name: 'minute', words: 'minute', min: 0, max: 59 };
const HOUR: FieldRule = { name: 'hour', words: 'hour', min: 0, max: 23 };
const DAY_OF_MONTH: FieldRule = { name: 'dayOfMonth', words: 'day-of-month', min: 1, max: 31 };
const MONTH: FieldRule = {
  ...{ name: 'month', words: 'month', min: 1, max: 12 },
  names: 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC',
};
const DAY_OF_WEEK: FieldRule = {
  ...{ name: 'dayOfWeek', words: 'day-of-week', min: 0, max: 7 },
  names: 'SUN|MON|TUE|WED|THU|FRI|SAT',
};

const DAYS_IN_MONTH_MAX = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Reads five fields: minute, hour, day of month, month, day of week. A field is a list of `*`, values and
 * ranges. `*` and ranges may take a step; months and days of the week may be named; Sunday is 0 or 7. Throws
 * a {@link ScheduleError} for anything else, and for dates that no year has, such as 30 February.
 */
export function parseCron(text: string): Cron {
  if (text.length > EXPRESSION_LENGTH_MAX) {
    throw new ScheduleError(`A schedule has at most ${EXPRESSION_LENGTH_MAX} characters`);
  }
  const fields = text.split(/[ \t]+/).filter((field) => field !== '');
  if (fields.length !== 5) {
    throw new ScheduleError(
      'A schedule is `once`, `event` or a cron expression of five fields: minute, hour, day of month, month, day of week',
    );
  }
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = fields;
  const cron: Cron = {
    expression: fields.join(' '),
    minutes: valuesOf(MINUTE, minute),
    hours: valuesOf(HOUR, hour),
    daysOfMonth: new Set(valuesOf(DAY_OF_MONTH, dayOfMonth)),
    months: new Set(valuesOf(MONTH, month)),
    daysOfWeek: new Set(valuesOf(DAY_OF_WEEK, dayOfWeek).map((day) => day % 7)),
    bothDayFields: dayOfMonth.includes('*') || dayOfWeek.includes('*'),
    fixedTimes: !minute.includes('*') && !hour.includes('*'),
  };
  if (cron.bothDayFields && !namesSomeDate(cron)) {
    throw new ScheduleError('The schedule names only dates that do not exist, such as 30 February');
  }
  return cron;
}

/** What each item of the list allows, in ascending order and without repeats. */
function valuesOf(rule: FieldRule, field: string): number[] {
  const values = new Set(field.split(',').flatMap((item) => valuesOfItem(rule, item)));
  return [...values].sort((a, b) => a - b);
}

/** Items that have been read. cron-parser is slow, and people write much the same items. */
const knownItems = new Map<string, readonly number[]>();
const KNOWN_ITEMS_MAX = 5_000;

function valuesOfItem(rule: FieldRule, item: string): readonly number[] {
  const key = `${rule.name} ${item}`;
  const known = knownItems.get(key);
  if (known !== undefined) return known;
  const values = readItem(rule, item);
  if (knownItems.size >= KNOWN_ITEMS_MAX) knownItems.clear();
  knownItems.set(key, values);
  return values;
}

/**
 * Checks the shape, since cron-parser also accepts what we do not (`L`, `#`, `H`, `?`, `5/10`). cron-parser
 * gets one item at a time, because it refuses lists whose items overlap, such as `0,*\/15`.
 */
function readItem(rule: FieldRule, item: string): number[] {
  const value = rule.names === undefined ? '\\d{1,2}' : `(?:\\d{1,2}|${rule.names})`;
  const shape = new RegExp(`^(?:\\*(?:/(\\d{1,2}))?|${value}(?:-${value}(?:/(\\d{1,2}))?)?)$`, 'i');
  const match = shape.exec(item);
  const step = Number(match?.[1] ?? match?.[2] ?? 1);
  if (match === null || step > rule.max) throw notAccepted(rule, item);
  try {
    const fields = FIELDS.map((name) => (name === rule.name ? item : '*'));
    return CronExpressionParser.parse(fields.join(' ')).fields[rule.name].values.map(Number);
  } catch (error) {
    throw notAccepted(rule, item, error);
  }
}

const FIELDS: readonly FieldRule['name'][] = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'];

function notAccepted(rule: FieldRule, item: string, cause?: unknown): ScheduleError {
  const names = rule.names === undefined ? '' : ` or ${rule.names.replaceAll('|', ', ')}`;
  return new ScheduleError(
    `The ${rule.words} field does not accept ${JSON.stringify(item)}: it takes \`*\`, values ${rule.min}-${rule.max}${names}, ` +
      'ranges from low to high, steps of these such as `*/5` or `10-30/5`, and lists of all of them',
    { cause },
  );
}

function namesSomeDate(cron: Cron): boolean {
  const first = Math.min(...cron.daysOfMonth);
  return [...cron.months].some((month) => first <= (DAYS_IN_MONTH_MAX[month - 1] ?? 0));
}

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** No zone has ever been further from UTC. */
const OFFSET_MAX_MS = 16 * HOUR_MS;

/** Two changes of one zone are never this close together. A day and what it may be off is two samples long. */
const SAMPLE_MS = 28 * HOUR_MS;

/** Changes of offset happen at whole seconds. */
const CHANGE_PRECISION_MS = 1_000;

const NAMES = new Map(
  ZONE_NAMES.trim()
    .split('\n')
    .map((name) => [name.toLowerCase(), name]),
);

/**
 * The name of a zone or a link as the IANA database spells it, such as `Europe/Berlin` or `UTC`, whatever the
 * letter case. `null` for other text, and what Node or the database alone knows.
 */
export function timezoneNamed(zone: string): string | null {
  const name = NAMES.get(zone.toLowerCase());
  if (name === undefined) return null;
  try {
    formatOf(name);
    return name;
  } catch {
    return null;
  }
}

/** Those that a zone has on a local day and around it. `day` counts days since 1970-01-01. */
export function offsetsAround(timezone: string, day: number): number[] {
  const fromMs = day * DAY_MS - OFFSET_MAX_MS;
  return [...new Set([0, 1, 2].map((samples) => offsetAt(timezone, fromMs + samples * SAMPLE_MS)))];
}

/** Local time minus UTC at a moment, in milliseconds. */
export function offsetAt(timezone: string, atMs: number): number {
  const written = formatOf(timezone).format(atMs);
  const match = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(written);
  if (match === null) throw new RangeError(`No offset of ${timezone} in ${written}`);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match;
  const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -offsetMs : offsetMs;
}

/** The first moment at which the clock shows a later time than one that it leaves out. */
export function momentAfterGap(timezone: string, localMs: number, offsets: readonly number[]): number {
  let beforeMs = localMs - Math.max(...offsets);
  let afterMs = localMs - Math.min(...offsets);
  while (afterMs - beforeMs > CHANGE_PRECISION_MS) {
    const halves = Math.floor((afterMs - beforeMs) / 2 / CHANGE_PRECISION_MS);
    const middleMs = beforeMs + halves * CHANGE_PRECISION_MS;
    if (middleMs + offsetAt(timezone, middleMs) > localMs) afterMs = middleMs;
    else beforeMs = middleMs;
  }
  return afterMs;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs a thousand times as much as using it. There are about 600 zones. */
const FORMATS_MAX = 1_000;

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(timezone, format);
  return format;
}
