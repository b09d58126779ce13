const DAY_SECONDS = 86_400;

/** When a key may end. */
export const KEY_ENDS = [
  { id: '1', label: 'After a day' },
  { id: '30', label: 'After 30 days' },
  { id: '90', label: 'After 90 days' },
  { id: '365', label: 'After a year' },
] as const;

export type KeyEnd = (typeof KEY_ENDS)[number]['id'];

export function secondsUntil(end: KeyEnd): number {
  return Number(end) * DAY_SECONDS;
}

/** The longest end that is no later than what was asked for, or else the first. */
export function endWithin(seconds: number): KeyEnd {
  return KEY_ENDS.findLast(({ id }) => secondsUntil(id) <= seconds)?.id ?? '1';
}
