import type { NewTask, Task } from '../../api/tasks.ts';
import { ownTimezone } from './schedule-words.ts';

export type When = 'cron' | 'once' | 'event';

/** A schedule as the form holds it. */
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
    runAt: runAt === null ? '' : localInputOf(new Date(runAt)),
  };
}

/** The fields of a task that the draft describes. */
export function scheduleOf(draft: ScheduleDraft): Pick<NewTask, 'schedule' | 'timezone' | 'run_at'> {
  switch (draft.when) {
    case 'event':
      return { schedule: 'event' };
    case 'once':
      return {
        schedule: 'once',
        run_at: draft.runAt === '' ? null : new Date(draft.runAt).toISOString(),
      };
    case 'cron':
      return { schedule: draft.expression.trim(), timezone: draft.timezone };
  }
}

function localInputOf(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
