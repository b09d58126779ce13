import type { EventType, ReplayedState, ReplayFilter } from '../../api/events.ts';
import { TYPE_WORDS } from './event-words.ts';

const HOUR_MS = 3_600_000;

export const OWN_PERIOD = 'own';
const ANY = 'any';

export const STATES = [
  { id: 'failed', label: 'Events that failed' },
  { id: 'delivered', label: 'Events that were delivered' },
] as const satisfies readonly { id: ReplayedState; label: string }[];

export const TYPES: readonly { id: EventType | typeof ANY; label: string }[] = [
  { id: ANY, label: 'All types' },
  ...Object.entries(TYPE_WORDS).map(([id, label]) => ({ id: id as EventType, label })),
];

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
  type: EventType | typeof ANY;
  period: (typeof PERIODS)[number]['id'];
  /** Of a period of one's own, as inputs of the type `datetime-local` have them. */
  from: string;
  to: string;
  rate: (typeof RATES)[number]['id'];
}

export const FIRST_DRAFT: ReplayDraft = {
  ...{ state: 'failed', type: ANY, period: 'day', from: '', to: '', rate: '5' },
};

/** `filter` is `null` if it cannot be asked. @param now what the last hour, day and week end with. */
export function filterOf(
  { state, type, period, from, to }: ReplayDraft,
  now: Date,
): { filter: ReplayFilter | null; errors: { from?: string; to?: string } } {
  const what = { state, ...(type !== ANY && { type }) };
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
