import type { AgentKind } from './agent.js';
import { EVENT_CHANNELS } from './generated/event-channels.js';
import { EVENT_RULES } from './generated/event-rules.js';

/** The events that reach an agent (specification, "Events"). What a type is, its schema in proto-events says. */
export type EventType = keyof typeof EVENT_RULES;
export const EVENT_TYPES = Object.keys(EVENT_RULES) as readonly EventType[];

/**
 * `pending`: on its way. `delivered`: receipt is proven. `waiting`: no channel reaches the agent now; a poll or a reconnect takes the
 * event. `failed`: the webhook's retries are used up, the event was dropped before delivery, or nobody could handle its message for a week.
 */
export const EVENT_STATES = ['pending', 'delivered', 'waiting', 'failed'] as const;
export type EventState = (typeof EVENT_STATES)[number];

/**
 * Why an event was dropped: its task was deleted, too many triggers of its task were waiting, its run was cancelled, or nobody could handle its
 * message for a week.
 */
export const DROP_REASONS = ['task_deleted', 'too_many_waiting', 'run_cancelled', 'not_handled'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** How an event reached its agent; the names stand in `channels.json` of proto-events. */
export { EVENT_CHANNELS };
export type EventChannel = (typeof EVENT_CHANNELS)[number];

/** The kinds of what events tell of. The log names it by its id; of which kind it is, the event's type says. */
export type SubjectKind = (typeof EVENT_RULES)[EventType]['subject'];

export function subjectOf(type: EventType): SubjectKind {
  return EVENT_RULES[type].subject;
}

/** Approval-only agents receive `decision_resolved` alone. */
export function mayReceive(kind: AgentKind, type: EventType): boolean {
  const agents: readonly AgentKind[] = EVENT_RULES[type].agents;
  return agents.includes(kind);
}

/** Waiting events of these types are pushed when the agent connects; events of other types are left for polls. */
export const PUSHED_ON_CONNECT = EVENT_TYPES.filter((type) => EVENT_RULES[type].isPushedOnConnect);

/**
 * How long after its commit the sweeper takes up an event that is still pending, in milliseconds. Longer than {@link HUB_QUEUE_TTL_MS}, so
 * that an event that waits in a hub's queue is not repeated without need.
 */
export const EVENT_TAKE_UP_AFTER_MS = 20_000;

/** How long an event may wait in a hub's queue before it goes to the fallback, in milliseconds. */
export const HUB_QUEUE_TTL_MS = 15_000;
