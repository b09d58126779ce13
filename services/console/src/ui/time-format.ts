const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What is farther away is said as a date. */
export const WEEK_MS = 7 * DAY_MS;

/** A moment in everyday words, from "now" over "5 min ago" to a date; future moments as "in 5 min". */
export function relativeTime(moment: Date, now: Date): string {
  const passedMs = now.getTime() - moment.getTime();
  const distanceMs = Math.abs(passedMs);
  if (distanceMs < 45_000) return passedMs >= 0 ? 'now' : 'in a moment';
  const words = (text: string): string => (passedMs >= 0 ? `${text} ago` : `in ${text}`);
  if (distanceMs < HOUR_MS) return words(`${Math.max(1, Math.round(distanceMs / MINUTE_MS))} min`);
  if (distanceMs < DAY_MS) return words(`${Math.round(distanceMs / HOUR_MS)} h`);
  if (distanceMs < WEEK_MS) return words(plural(Math.round(distanceMs / DAY_MS), 'day'));
  return moment.toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    ...(moment.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
}

/** A moment that is over, in its first minute to the second. */
export function timeAgo(moment: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - moment.getTime()) / 1_000));
  return seconds < 60 ? `${seconds} s ago` : relativeTime(moment, now);
}

/** A length of time in its two largest units. */
export function duration(lengthMs: number): string {
  if (lengthMs < 1_000) return `${Math.round(lengthMs)} ms`;
  if (lengthMs < MINUTE_MS) return `${(lengthMs / 1_000).toFixed(lengthMs < 10_000 ? 1 : 0)} s`;
  const minutes = Math.floor(lengthMs / MINUTE_MS);
  if (minutes < 60) return `${minutes} min ${Math.floor((lengthMs % MINUTE_MS) / 1_000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function fullTime(moment: Date): string {
  return moment.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' });
}

/** As an input `datetime-local` has it, in the time zone of the person. Seconds only if there are some. */
export function localInputTime(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS);
  return local
    .toISOString()
    .slice(0, moment.getSeconds() === 0 ? 'yyyy-mm-ddThh:mm'.length : -'.mmmZ'.length);
}

export function clockTime(moment: Date): string {
  return moment.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
