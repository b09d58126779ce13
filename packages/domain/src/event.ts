import { EVENT_CHANNELS } from './generated/event-channels.js';
import { EVENT_SUBJECTS } from './generated/event-subjects.js';

/** The events that reach an agent (specification, "Events"). What a type is, its schema in proto-events says. */
export type EventType = keyof typeof EVENT_SUBJECTS;
export const EVENT_TYPES = Object.keys(EVENT_SUBJECTS) as readonly EventType[];

/**
 * `pending`: on its way. `delivered`: receipt is proven. `waiting`: nothing pushes it now; a poll or a reconnect takes the event. `failed`: the webhook's
 * retries are used up, or the event was dropped before delivery. The database knows of the first and third that the event is open: which of them it is follows
 * from how its agent can be reached.
 */
export const EVENT_STATES = ['pending', 'delivered', 'waiting', 'failed'] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** Why an event was dropped: its task was deleted, too many triggers of its task were waiting, or its run was cancelled. */
export const DROP_REASONS = ['task_deleted', 'too_many_waiting', 'run_cancelled'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** How an event reached its agent; the names stand in `channels.json` of proto-events. */
export { EVENT_CHANNELS };
export type EventChannel = (typeof EVENT_CHANNELS)[number];

/** The kinds of what events tell of. The log names it by its id; of which kind it is, the event's type says. */
export type SubjectKind = (typeof EVENT_SUBJECTS)[EventType];

export function subjectOf(type: EventType): SubjectKind {
  return EVENT_SUBJECTS[type];
}
