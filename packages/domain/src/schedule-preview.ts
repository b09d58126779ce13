import { isCronSchedule, nextOccurrence } from './schedule.js';
import { invalidField } from './storable-text.js';
import { planTask } from './task-plan.js';

/** Occurrences that a preview shows. */
const PREVIEWED = 5;

/**
 * The next five occurrences of a cron expression after a moment; fewer if there are no more.
 *
 * @throws ServiceError `invalid_request` as for a task with this schedule, and for `once` and `event`.
 */
export function previewSchedule({
  schedule,
  timezone,
  now,
}: {
  schedule: string;
  timezone: string;
  now: Date;
}): Date[] {
  if (!isCronSchedule(schedule)) throw invalidField('body.schedule', 'must be a cron expression');
  let next = planTask({ schedule, timezone, runAt: null, enabled: true }, now).nextRunAt;
  const found: Date[] = [];
  while (next !== null && found.length < PREVIEWED) {
    found.push(next);
    next = nextOccurrence({ expression: schedule, timezone, after: next });
  }
  return found;
}
