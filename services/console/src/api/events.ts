import { queryOptions } from '@tanstack/react-query';
import { call, reading, readingPages } from './client.ts';
import type { Schemas } from './client.ts';

export type AgentEvent = Schemas['Event'];
export type DeliveryAttempt = Schemas['DeliveryAttempt'];
export type EventState = Schemas['EventState'];
export type EventType = Schemas['EventType'];

export interface EventFilter {
  state?: EventState;
  type?: EventType;
}

const OF_AGENT = '/api/client/agents/{agent_id}/events';

export function eventsQuery(agentId: string, query: EventFilter = {}) {
  return readingPages(
    ['events', agentId, 'pages', query],
    OF_AGENT,
    { path: { agent_id: agentId }, query },
    { limit: 50, cursorOf: ({ event_id: id }) => id },
  );
}

/** The delivery of the newest messages to an agent: the events that carried them, newest first. */
export function messageEventsQuery(agentId: string) {
  const given = { path: { agent_id: agentId }, query: { type: 'user_message' as const, limit: 100 } };
  return reading(['events', agentId, 'messages'], OF_AGENT, given);
}

/** As its agent receives it, with numbers that JavaScript cannot hold: write it with `JSON.stringify`. */
export function eventFrameQuery(agentId: string, eventId: string) {
  const given = { path: { agent_id: agentId, event_id: eventId }, parseAs: 'text' as const };
  return queryOptions({
    queryKey: ['event-frame', eventId],
    queryFn: async ({ signal }) => {
      const path = '/api/client/agents/{agent_id}/events/{event_id}/frame';
      const text: unknown = await call('get', path, { ...given, signal });
      return JSON.parse(text as string, withRawNumber) as Schemas['EventFrame'];
    },
    // It never changes.
    staleTime: Infinity,
  });
}

/** A number as it is written. A browser that cannot keep that takes the nearest it has. */
const withRawNumber = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined ? (JSON.rawJSON?.(source) ?? value) : value;

declare global {
  interface JSON {
    rawJSON?: (text: string) => unknown;
  }
}

export type Replay = Schemas['Replay'];
export type ReplayedState = Schemas['ReplayedState'];

export interface ReplayFilter {
  state: ReplayedState;
  type?: EventType;
  /** ISO 8601. */
  from: string;
  to?: string;
}

const PROGRESS_CHECK_MS = 1_000;

/** An agent's replays, newest first. They change with its events. */
export function replaysQuery(agentId: string) {
  const path = { agent_id: agentId };
  return queryOptions({
    ...reading(['events', agentId, 'replays'], '/api/client/agents/{agent_id}/replays', { path }),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) === true ? PROGRESS_CHECK_MS : false),
  });
}

export function isOpen({ state, under_way: underWay }: Replay): boolean {
  return state === 'queued' || state === 'running' || underWay > 0;
}

export function replayCountQuery(agentId: string, filter: ReplayFilter) {
  const given = { path: { agent_id: agentId }, query: { ...filter } };
  const key = ['events', agentId, 'replay-count', filter];
  return reading(key, '/api/client/agents/{agent_id}/replays/count', given);
}
