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

const ZONE_SHAPE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/;
const ZONE_LENGTH_MAX = 64;

/** Whether the name is one of the IANA time zone database, such as `Europe/Berlin` or `UTC`. Plain offsets are not. */
export function isTimezone(zone: string): boolean {
  if (zone.length > ZONE_LENGTH_MAX || !ZONE_SHAPE.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
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

/** Making a format costs a thousand times as much as using it. There are about 600 zones, and their names come in upper and lower case. */
const FORMATS_MAX = 1_000;

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(timezone, format);
  return format;
}
