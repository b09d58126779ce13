import { EVENT_CHANNELS } from './generated/event-channels.js';
import { EVENT_SUBJECTS } from './generated/event-subjects.js';

/** The events that reach an agent (specification, "Events"). */
export type EventType = keyof typeof EVENT_SUBJECTS;
export const EVENT_TYPES = Object.keys(EVENT_SUBJECTS) as readonly EventType[];

/**
 * `delivered`: receipt is proven. `waiting`: a poll or a reconnect takes it. `failed`: no retry remains, or
 * it was dropped. The database knows `pending` and `waiting` as open: how its agent is reached says which.
 */
export const EVENT_STATES = ['pending', 'delivered', 'waiting', 'failed'] as const;
export type EventState = (typeof EVENT_STATES)[number];

export type DropReason = 'task_deleted' | 'run_cancelled';

/** How an event reached its agent; the names stand in `channels.json` of proto-events. */
export { EVENT_CHANNELS };
export type EventChannel = (typeof EVENT_CHANNELS)[number];

/** The kinds of what events tell of. */
export type SubjectKind = (typeof EVENT_SUBJECTS)[EventType];

export function subjectOf(type: EventType): SubjectKind {
  return EVENT_SUBJECTS[type];
}
