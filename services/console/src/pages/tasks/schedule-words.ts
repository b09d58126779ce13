import { toString as cronInWords } from 'cronstrue';
import type { Task } from '../../api/tasks.ts';

/** A schedule in everyday words, or the expression itself if there are no simple words for it. */
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

/** A moment on the clock of a zone, with its day. */
export function zonedTime(at: string, timezone: string): string {
  return new Date(at).toLocaleString(undefined, {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

export const ownTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
