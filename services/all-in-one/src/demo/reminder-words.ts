const SECOND_MS = 1_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  second: SECOND_MS,
  minute: 60 * SECOND_MS,
  hour: 3_600 * SECOND_MS,
};
const DELAY_MS = { default: UNIT_MS['minute'] ?? 0, min: SECOND_MS, max: 24 * 3_600 * SECOND_MS };
const SUBJECT_LENGTH_MAX = 120;

const DELAY = /\bin\s+(an?|one|half an|\d{1,5})\s+(second|minute|hour)s?\b/i;

/** The delay that a text names, such as `in 5 minutes`, within a second and a day; a minute if it names none. In milliseconds. */
export function delayIn(text: string): number {
  const [, amount = '', unit = ''] = DELAY.exec(text) ?? [];
  const unitMs = UNIT_MS[unit.toLowerCase()];
  if (unitMs === undefined) return DELAY_MS.default;
  return Math.min(DELAY_MS.max, Math.max(DELAY_MS.min, unitMs * amountOf(amount.toLowerCase())));
}

/** What the reminder is about: what follows `to` or `about`, without the delay; empty if there is nothing. */
export function subjectOf(text: string): string {
  const withoutDelay = text.replace(DELAY, ' ');
  const [, subject = ''] = /\bremind(?:er)?\b.*?\b(?:to|about|of|that)\s+(.+)/is.exec(withoutDelay) ?? [];
  return subject
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!?]+$/, '')
    .slice(0, SUBJECT_LENGTH_MAX);
}

function amountOf(word: string): number {
  if (word === 'half an') return 0.5;
  return /^\d/.test(word) ? Number(word) : 1;
}
