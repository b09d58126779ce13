import { ServiceError } from './errors.js';
import {
  firstRunAt,
  nextOccurrence,
  parseSchedule,
  ScheduleError,
  timezoneNamed,
  isCronSchedule,
} from './schedule.js';
import type { Schedule } from './schedule.js';
import { invalidField } from './storable-text.js';

/** Scheduled tasks run at times, event tasks when their trigger is called (specification, "Task"). */
export type TriggerType = 'scheduled' | 'event';

/** The fields that decide when a task runs. */
export interface TaskTiming {
  schedule: string;
  timezone: string;
  runAt: Date | null;
  enabled: boolean;
}

export interface TaskPlan extends TaskTiming {
  triggerType: TriggerType;
  nextRunAt: Date | null;
}

export type TimingChanges = { [Key in keyof TaskTiming]?: TaskTiming[Key] | undefined };

/** Its time zone gets the database's spelling. Throws `invalid_request` naming the invalid field. */
export function planTask(given: TaskTiming, now: Date): TaskPlan {
  const timing = { ...given, timezone: namedTimezone(given.timezone) };
  const kind = assertPossible(timing, now);
  return {
    ...timing,
    triggerType: kind === 'event' ? 'event' : 'scheduled',
    nextRunAt: timing.enabled ? firstRunAt({ ...timing, now }) : null,
  };
}

/**
 * If the timing stays, so does the next run, so that an occurrence that is due is not skipped. Otherwise it
 * is computed from now, and a `run_at` in the past means at once. Throws `invalid_request`.
 */
export function replanTask(former: TaskPlan, changes: TimingChanges, now: Date): TaskPlan {
  const schedule = changes.schedule ?? former.schedule;
  const timing: TaskTiming = {
    schedule,
    timezone: changes.timezone === undefined ? former.timezone : namedTimezone(changes.timezone),
    // `run_at` belongs to `once`, and is removed with it.
    runAt: changes.runAt !== undefined ? changes.runAt : schedule === 'once' ? former.runAt : null,
    enabled: changes.enabled ?? former.enabled,
  };
  if (isSameTiming(former, timing)) return former;
  const planned = planTask(timing, now);
  const hasPassed = timing.runAt !== null && timing.runAt < now;
  return planned.nextRunAt !== null && hasPassed ? { ...planned, nextRunAt: now } : planned;
}

function assertPossible(timing: TaskTiming, now: Date): Schedule['kind'] {
  const { timezone } = timing;
  const schedule = parsed(timing.schedule);
  if (timing.runAt !== null && schedule.kind !== 'once') {
    throw invalidField('body.run_at', 'is only for the schedule once');
  }
  if (schedule.kind === 'cron') {
    const next = nextOccurrence({ expression: schedule.expression, timezone, after: now });
    if (next === null) throw invalidField('body.schedule', 'never occurs');
  }
  return schedule.kind;
}

function namedTimezone(timezone: string): string {
  const name = timezoneNamed(timezone);
  if (name === null) throw invalidField('body.timezone', 'must be an IANA time zone');
  return name;
}

function parsed(schedule: string): Schedule {
  try {
    return parseSchedule(schedule);
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    throw new ServiceError('invalid_request', {
      fields: [{ path: 'body.schedule', message: error.message }],
      cause: error,
    });
  }
}

function isSameTiming(one: TaskTiming, other: TaskTiming): boolean {
  return (
    one.schedule === other.schedule &&
    one.timezone === other.timezone &&
    one.enabled === other.enabled &&
    one.runAt?.getTime() === other.runAt?.getTime()
  );
}

const PREVIEWED = 5;

/** The next five, or fewer. Throws `invalid_request` as for such a task, and for `once` and `event`. */
export function previewSchedule(asked: { schedule: string; timezone: string; now: Date }): Date[] {
  const { schedule, timezone, now } = asked;
  if (!isCronSchedule(schedule)) throw invalidField('body.schedule', 'must be a cron expression');
  let next = planTask({ schedule, timezone, runAt: null, enabled: true }, now).nextRunAt;
  const found: Date[] = [];
  while (next !== null && found.length < PREVIEWED) {
    found.push(next);
    next = nextOccurrence({ expression: schedule, timezone, after: next });
  }
  return found;
}
