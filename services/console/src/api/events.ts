import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';
import { pagesQuery } from './pages.ts';

export type AgentEvent = Schemas['Event'];
export type DeliveryAttempt = Schemas['DeliveryAttempt'];
export type EventState = Schemas['EventState'];
export type EventType = Schemas['EventType'];

export interface EventFilter {
  state?: EventState;
  type?: EventType;
}

const PAGE_SIZE = 50;

export function eventsQuery(agentId: string, filter: EventFilter = {}) {
  return pagesQuery({
    queryKey: ['events', agentId, 'pages', filter],
    limit: PAGE_SIZE,
    read: (page, signal) => {
      const params = { path: { agent_id: agentId }, query: { ...filter, ...page } };
      return answerOf(api.GET('/api/client/agents/{agent_id}/events', { params, signal }));
    },
    cursorOf: ({ event_id: id }) => id,
  });
}

/** The delivery of the newest messages to an agent: the events that carried them, newest first. */
export function messageEventsQuery(agentId: string) {
  const params = { path: { agent_id: agentId }, query: { type: 'user_message' as const, limit: 100 } };
  return queryOptions({
    queryKey: ['events', agentId, 'messages'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/client/agents/{agent_id}/events', { params, signal })),
  });
}

/** As its agent receives it, with numbers that JavaScript cannot hold: write it with `JSON.stringify`. */
export function eventFrameQuery(agentId: string, eventId: string) {
  const params = { path: { agent_id: agentId, event_id: eventId } };
  return queryOptions({
    queryKey: ['event-frame', eventId],
    queryFn: async ({ signal }) => {
      const text = await answerOf(
        api.GET('/api/client/agents/{agent_id}/events/{event_id}/frame', { params, parseAs: 'text', signal }),
      );
      return JSON.parse(text, withRawNumber) as Schemas['EventFrame'];
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

export function redeliver(eventId: string): Promise<Schemas['Redelivery']> {
  const params = { path: { event_id: eventId } };
  return answerOf(api.POST('/api/client/events/{event_id}/redeliver', { params }));
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

const OF_AGENT = '/api/client/agents/{agent_id}/replays';

const PROGRESS_CHECK_MS = 1_000;

/** An agent's replays, newest first. They change with its events. */
export function replaysQuery(agentId: string) {
  return queryOptions({
    queryKey: ['events', agentId, 'replays'],
    queryFn: ({ signal }) => answerOf(api.GET(OF_AGENT, { params: { path: { agent_id: agentId } }, signal })),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) === true ? PROGRESS_CHECK_MS : false),
  });
}

export function isOpen({ state, under_way: underWay }: Replay): boolean {
  return state === 'queued' || state === 'running' || underWay > 0;
}

export function replayCountQuery(agentId: string, filter: ReplayFilter) {
  const params = { path: { agent_id: agentId }, query: { ...filter } };
  return queryOptions({
    queryKey: ['events', agentId, 'replay-count', filter],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/client/agents/{agent_id}/replays/count', { params, signal })),
  });
}

export function startReplay(agentId: string, filter: ReplayFilter, ratePerSecond: number): Promise<Replay> {
  const body = { ...filter, rate_per_second: ratePerSecond };
  return answerOf(api.POST(OF_AGENT, { params: { path: { agent_id: agentId } }, body }));
}

export function cancelReplay(replayId: string): Promise<Replay> {
  const params = { path: { replay_id: replayId } };
  return answerOf(api.POST('/api/client/replays/{replay_id}/cancel', { params }));
}

/** Sends the oldest held event now. */
export function probeWebhook(agentId: string): Promise<Schemas['WebhookProbe']> {
  const params = { path: { agent_id: agentId } };
  return answerOf(api.POST('/api/client/agents/{agent_id}/webhook/probe', { params }));
}
