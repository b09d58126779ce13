import { DAY_MS, momentAfterGap, offsetAt, offsetsAround, parseCron } from './cron.js';
import type { Cron } from './cron.js';
export { ScheduleError, timezoneNamed } from './cron.js';

/** When a task runs: by a cron expression, at one moment, or whenever its trigger is called. */
export type Schedule = { kind: 'cron'; expression: string } | { kind: 'once' } | { kind: 'event' };

/** Throws a `ScheduleError` if it is neither `once`, `event` nor a cron expression of five fields. */
export function parseSchedule(schedule: string): Schedule {
  if (schedule === 'once' || schedule === 'event') return { kind: schedule };
  return { kind: 'cron', expression: parseCron(schedule).expression };
}

/** Whether a valid `schedule` is a cron expression. */
export function isCronSchedule(schedule: string): boolean {
  return schedule !== 'once' && schedule !== 'event';
}

export interface OccurrenceQuery {
  expression: string;
  /** IANA name. */
  timezone: string;
  after: Date;
}

/** Strictly after the moment; `null` if there is none. Throws a `ScheduleError`. */
export function nextOccurrence({ expression, timezone, after }: OccurrenceQuery): Date | null {
  return cronOccurrence(parseCron(expression), timezone, after);
}

/** Of a new or changed task. `null` if it waits for its trigger. Throws a `ScheduleError`. */
export function firstRunAt(task: {
  schedule: string;
  timezone: string;
  runAt: Date | null;
  now: Date;
}): Date | null {
  const schedule = parseSchedule(task.schedule);
  switch (schedule.kind) {
    case 'event':
      return null;
    case 'once':
      return task.runAt ?? task.now;
    case 'cron':
      return nextOccurrence({ expression: schedule.expression, timezone: task.timezone, after: task.now });
  }
}

/** A 29 February that has to be a Sunday can be 40 years away (2088 to 2128). */
const HORIZON_DAYS = 41 * 366;

/** The latest moment that a Date can hold and that is still written with four digits of a year. */
const LAST_MS = Date.UTC(9999, 0, 1);

/**
 * When the clock goes forward or back, an expression with a `*` in minute or hour follows the time that
 * passes: it is due in both of two repeated hours, and not at times that are left out. Fixed times are due
 * exactly once: at the first of two repeated times, and of what is left out, at the first moment after it.
 */
function cronOccurrence(cron: Cron, timezone: string, after: Date): Date | null {
  const afterMs = after.getTime();
  // A day earlier, since a clock that goes back over midnight shows times of that day again.
  const firstDay = Math.floor((afterMs + offsetAt(timezone, afterMs)) / DAY_MS) - 1;
  for (let day = firstDay; day <= firstDay + HORIZON_DAYS && day * DAY_MS < LAST_MS; day += 1) {
    const found = firstOn({ cron, timezone, day, afterMs });
    if (found === undefined) continue;
    // If a clock goes back across midnight, the next day begins before this one has ended.
    const nextDay = firstOn({ cron, timezone, day: day + 1, afterMs });
    return new Date(Math.min(found, nextDay ?? Infinity));
  }
  return null;
}

function firstOn(query: { cron: Cron; timezone: string; day: number; afterMs: number }): number | undefined {
  const { cron, timezone, day, afterMs } = query;
  if (!includesDay(cron, day)) return undefined;
  const offsets = offsetsAround(timezone, day);
  const due = localTimes(cron, day).flatMap((localMs) => {
    const moments = momentsOf(localMs, timezone, offsets);
    if (!cron.fixedTimes) return moments;
    return moments.length > 0 ? Math.min(...moments) : momentAfterGap(timezone, localMs, offsets);
  });
  const later = due.filter((ms) => ms > afterMs);
  return later.length === 0 ? undefined : Math.min(...later);
}

function includesDay(cron: Cron, day: number): boolean {
  const date = new Date(day * DAY_MS);
  if (!cron.months.has(date.getUTCMonth() + 1)) return false;
  const byMonth = cron.daysOfMonth.has(date.getUTCDate());
  const byWeek = cron.daysOfWeek.has(date.getUTCDay());
  return cron.bothDayFields ? byMonth && byWeek : byMonth || byWeek;
}

/** What the local clock shows at the times of a day, written as if it were UTC. */
function localTimes(cron: Cron, day: number): number[] {
  return cron.hours.flatMap((hour) =>
    cron.minutes.map((minute) => day * DAY_MS + (hour * 60 + minute) * 60_000),
  );
}

/** The moments at which the clock shows the time: none in a gap, two if it is repeated. */
function momentsOf(localMs: number, timezone: string, offsets: readonly number[]): number[] {
  const moments = offsets.map((offsetMs) => localMs - offsetMs);
  if (moments.length === 1) return moments;
  return moments.filter((ms) => ms + offsetAt(timezone, ms) === localMs);
}

const ENTRIES_MAX = 10_000;

interface Answer {
  fromMs: number;
  next: Date | null;
}

/** An answer holds for every base up to the occurrence, so tasks with one expression share a computation. */
export class OccurrenceMemo {
  readonly #answers = new Map<string, Answer>();
  readonly #compute: (query: OccurrenceQuery) => Date | null;

  constructor({ compute = nextOccurrence } = {}) {
    this.#compute = compute;
  }

  /** As {@link nextOccurrence}. Throws a `ScheduleError`, which is not remembered. */
  next(query: OccurrenceQuery): Date | null {
    // A zone's name holds no space.
    const key = `${query.timezone} ${query.expression}`;
    const known = this.#answers.get(key);
    const { after } = query;
    const holds =
      known !== undefined && after.getTime() >= known.fromMs && (known.next === null || after < known.next);
    if (holds) return known.next;
    const answer = { fromMs: after.getTime(), next: this.#compute(query) };
    if (this.#answers.size >= ENTRIES_MAX) this.#answers.clear();
    this.#answers.set(key, answer);
    return answer.next;
  }
}
