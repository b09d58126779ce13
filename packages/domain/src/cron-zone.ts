import { ZONE_NAMES } from './generated/zone-names.js';

/** A period in which a zone's offset stays the same, in milliseconds since 1970. */
export interface Stretch {
  fromMs: number;
  /** Exclusive. */
  toMs: number;
  /** Local time minus UTC, in milliseconds. */
  offsetMs: number;
}

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** No zone has ever been further from UTC. */
const OFFSET_MAX_MS = 16 * HOUR_MS;

/** Two changes of one zone are never this close together. The periods around a day are two samples long. */
const SAMPLE_MS = 28 * HOUR_MS;

/** Changes of offset happen at whole seconds. */
const CHANGE_PRECISION_MS = 1_000;

const NAMES = new Map(
  ZONE_NAMES.trim()
    .split('\n')
    .map((name) => [name.toLowerCase(), name]),
);

/**
 * The name of a zone or a link in the spelling of the IANA time zone database, such as `Europe/Berlin` or `UTC`, whatever its letter case. `null` for any other
 * text, also for what Node alone knows, and for a name that is newer than Node's copy of the database.
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

/** The periods that may contain a moment of a local day, in order. `day` counts days since 1970-01-01. */
export function stretchesAround(timezone: string, day: number): Stretch[] {
  const endMs = (day + 1) * DAY_MS + OFFSET_MAX_MS;
  let fromMs = day * DAY_MS - OFFSET_MAX_MS;
  let offsetMs = offsetAt(timezone, fromMs);
  const stretches: Stretch[] = [];
  for (let beforeMs = fromMs; beforeMs < endMs; beforeMs += SAMPLE_MS) {
    const nextOffsetMs = offsetAt(timezone, beforeMs + SAMPLE_MS);
    if (nextOffsetMs === offsetMs) continue;
    const changeMs = changeBetween(timezone, beforeMs, beforeMs + SAMPLE_MS);
    stretches.push({ fromMs, toMs: changeMs, offsetMs });
    fromMs = changeMs;
    offsetMs = nextOffsetMs;
  }
  return [...stretches, { fromMs, toMs: endMs, offsetMs }];
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

/** The first moment with the later offset. */
function changeBetween(timezone: string, earlierMs: number, laterMs: number): number {
  const laterOffsetMs = offsetAt(timezone, laterMs);
  let beforeMs = earlierMs;
  let afterMs = laterMs;
  while (afterMs - beforeMs > CHANGE_PRECISION_MS) {
    const middleMs =
      beforeMs + Math.floor((afterMs - beforeMs) / 2 / CHANGE_PRECISION_MS) * CHANGE_PRECISION_MS;
    if (offsetAt(timezone, middleMs) === laterOffsetMs) afterMs = middleMs;
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
