import { toString as cronInWords } from 'cronstrue';
import type { NewTask, Task } from '../../api/tasks.ts';
import { localInputTime } from '../../ui/time-format.ts';

export function scheduleWords({ schedule, timezone }: Pick<Task, 'schedule' | 'timezone'>): string {
  if (schedule === 'once') return 'Once';
  if (schedule === 'event') return 'When its trigger is called';
  const words = cronWords(schedule);
  return words === null ? schedule : `${words}${timezone === 'UTC' ? ', UTC' : `, ${timezone}`}`;
}

export function cronWords(expression: string): string | null {
  try {
    return cronInWords(expression, { use24HourTimeFormat: true, verbose: false });
  } catch {
    return null;
  }
}

/** By UTC if the browser does not know the zone: the service may know newer names. */
export function zonedTime(at: string, timezone: string): string {
  const { timeZone } = knownZone(timezone);
  return new Date(at).toLocaleString(undefined, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

function knownZone(timeZone: string): Intl.ResolvedDateTimeFormatOptions {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions();
  } catch {
    return Intl.DateTimeFormat(undefined, { timeZone: 'UTC' }).resolvedOptions();
  }
}

export const ownTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export type When = 'cron' | 'once' | 'event';

export interface ScheduleDraft {
  when: When;
  expression: string;
  timezone: string;
  /** On the person's own clock, as `datetime-local` writes it; empty for at once. */
  runAt: string;
}

const EXPRESSION_AT_FIRST = '0 9 * * 1-5';

export function draftOf(task: Task | undefined): ScheduleDraft {
  if (task === undefined) {
    return { when: 'cron', expression: EXPRESSION_AT_FIRST, timezone: ownTimezone, runAt: '' };
  }
  const { schedule, timezone, run_at: runAt } = task;
  const when = schedule === 'once' || schedule === 'event' ? schedule : 'cron';
  return {
    when,
    expression: when === 'cron' ? schedule : EXPRESSION_AT_FIRST,
    timezone,
    runAt: runAt === null ? '' : localInputTime(new Date(runAt)),
  };
}

export function scheduleOf(draft: ScheduleDraft): Pick<NewTask, 'schedule' | 'timezone' | 'run_at'> {
  switch (draft.when) {
    case 'event':
      return { schedule: 'event' };
    case 'once':
      return { schedule: 'once', run_at: draft.runAt === '' ? null : new Date(draft.runAt).toISOString() };
    case 'cron':
      return { schedule: draft.expression.trim(), timezone: draft.timezone.trim() };
  }
}
