import type { Replay } from '../../api/events.ts';
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

type Counts = Pick<
  Replay,
  'redelivered' | 'under_way' | 'delivered' | 'failed' | 'waiting' | 'skipped' | 'removed'
>;

export function madeOf(counts: Counts): string {
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
