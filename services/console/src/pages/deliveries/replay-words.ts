import type { EventType, Replay, ReplayedState, ReplayFilter } from '../../api/events.ts';
import type { Tone } from '../../ui/badge.tsx';
import { duration } from '../../ui/time-format.ts';
import { TYPE_WORDS } from './event-words.ts';

export const REPLAY_STATES: Readonly<Record<Replay['state'], { text: string; tone: Tone }>> = {
  queued: { text: 'Queued', tone: 'neutral' },
  running: { text: 'In progress', tone: 'accent' },
  finished: { text: 'Finished', tone: 'good' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
};

const WAITS: Readonly<Record<NonNullable<Replay['waits_for']>, string>> = {
  agent: 'Waiting for the agent to be reachable.',
  own_events: 'Waiting until the events sent so far are delivered or fail.',
  other_events: 'Waiting for other events of the agent, which come first.',
};

export function waitWords({ waits_for: waitsFor }: Replay): string | null {
  return waitsFor === null ? null : WAITS[waitsFor];
}

export function whatOf({ filter: { state, type } }: Replay): string {
  const which = state === 'failed' ? 'Failed events' : 'Delivered events';
  return type === null ? which : `${which}: ${TYPE_WORDS[type]}`;
}

export function madeOf(counts: Replay): string {
  const parts: [number, string][] = [
    [counts.redelivered, 'sent'],
    [counts.delivered, 'received'],
    [counts.failed, 'failed again'],
    [counts.waiting, 'waiting for the agent'],
    [counts.under_way, 'in progress'],
    [counts.skipped, 'skipped'],
    [counts.removed, 'no longer kept'],
  ];
  const known = parts.filter(([count]) => count > 0);
  if (known.length === 0) return 'Nothing sent';
  return known.map(([count, word]) => `${count.toLocaleString('en-US')} ${word}`).join(' · ');
}

export function countWords(counted: { events: number; is_complete: boolean }, ratePerSecond: number): string {
  const { events, is_complete: isComplete } = counted;
  const count = events.toLocaleString('en-US');
  if (!isComplete) return `More than ${count} events may match; the log is too long to count them all.`;
  if (events === 0) return 'No events match.';
  if (events === 1) return '1 event matches.';
  return `${count} events match. This takes ${duration((events / ratePerSecond) * 1_000)} or more.`;
}

const HOUR_MS = 3_600_000;

export const OWN_PERIOD = 'own';

export const STATES = [
  { id: 'failed', label: 'Events that failed' },
  { id: 'delivered', label: 'Events that were delivered' },
] as const satisfies readonly { id: ReplayedState; label: string }[];

export const PERIODS = [
  { id: 'hour', label: 'In the last hour', lengthMs: HOUR_MS },
  { id: 'day', label: 'In the last day', lengthMs: 24 * HOUR_MS },
  { id: 'week', label: 'In the last week', lengthMs: 7 * 24 * HOUR_MS },
  { id: 'ever', label: 'At any time', lengthMs: Infinity },
  { id: OWN_PERIOD, label: 'From … to …', lengthMs: NaN },
] as const;

export const RATES = [
  { id: '1', label: '1 per second' },
  { id: '5', label: '5 per second' },
  { id: '20', label: '20 per second' },
  { id: '50', label: '50 per second' },
] as const;

export interface ReplayDraft {
  state: ReplayedState;
  type: EventType | undefined;
  period: (typeof PERIODS)[number]['id'];
  /** Of a period of one's own, as inputs of the type `datetime-local` have them. */
  from: string;
  to: string;
  rate: (typeof RATES)[number]['id'];
}

export const FIRST_DRAFT: ReplayDraft = {
  state: 'failed',
  type: undefined,
  period: 'day',
  from: '',
  to: '',
  rate: '5',
};

/** `filter` is `null` if it cannot be asked. @param now what the last hour, day and week end with. */
export function filterOf(
  { state, type, period, from, to }: ReplayDraft,
  now: Date,
): { filter: ReplayFilter | null; errors: { from?: string; to?: string } } {
  const what = { state, type };
  if (period !== OWN_PERIOD) {
    const lengthMs = PERIODS.find(({ id }) => id === period)?.lengthMs ?? Infinity;
    const begin = new Date(Math.max(0, now.getTime() - lengthMs));
    return { filter: { ...what, from: begin.toISOString() }, errors: {} };
  }
  // A field that is still empty is not wrong, but nothing can be asked without it.
  if (from === '') return { filter: null, errors: {} };
  const begin = new Date(from);
  const end = to === '' ? null : new Date(to);
  if (Number.isNaN(begin.getTime())) return { filter: null, errors: { from: 'Enter a valid time.' } };
  if (end !== null && !(end > begin))
    return { filter: null, errors: { to: 'This must be later than the start.' } };
  const times = { from: begin.toISOString(), ...(end !== null && { to: end.toISOString() }) };
  return { filter: { ...what, ...times }, errors: {} };
}
