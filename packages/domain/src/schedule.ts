import { cronOccurrence } from './cron-occurrence.js';
import { parseCron } from './cron.js';

export { ScheduleError } from './cron.js';
export { timezoneNamed } from './cron-zone.js';

/** When a task runs: by a cron expression, at one moment, or whenever its trigger is called. */
export type Schedule = { kind: 'cron'; expression: string } | { kind: 'once' } | { kind: 'event' };

/** Reads the `schedule` of a task. Throws a `ScheduleError` if it is neither `once`, `event` nor a cron expression of five fields. */
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

/** The expression's next occurrence strictly after a moment, or `null` if there is none. Throws a `ScheduleError`. */
export function nextOccurrence({ expression, timezone, after }: OccurrenceQuery): Date | null {
  return cronOccurrence(parseCron(expression), timezone, after);
}

/**
 * When a new task, or a task with a changed schedule, runs first: a cron expression at its next occurrence; `once` at `runAt`, or at once
 * without it. `null` for a task that waits for its trigger. Throws a `ScheduleError`.
 */
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
