import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type AgentEvent = Schemas['Event'];
export type DeliveryAttempt = Schemas['DeliveryAttempt'];
export type EventState = Schemas['EventState'];
export type EventType = Schemas['EventType'];

export interface EventFilter {
  state?: EventState;
  type?: EventType;
}

const PAGE_SIZE = 50;

/** An agent's events, newest first, page by page towards older ones. */
export function eventsQuery(agentId: string, filter: EventFilter = {}) {
  return infiniteQueryOptions({
    queryKey: ['events', agentId, 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/client/agents/{agent_id}/events', {
          params: {
            path: { agent_id: agentId },
            query: { ...filter, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.event_id),
  });
}

/** The delivery of the newest messages to an agent: the events that carried them, newest first. */
export function messageEventsQuery(agentId: string) {
  return queryOptions({
    queryKey: ['events', agentId, 'messages'],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/client/agents/{agent_id}/events', {
          params: { path: { agent_id: agentId }, query: { type: 'user_message', limit: 100 } },
          signal,
        }),
      ),
  });
}

export function redeliver(eventId: string): Promise<Schemas['Redelivery']> {
  return answerOf(
    api.POST('/api/client/events/{event_id}/redeliver', { params: { path: { event_id: eventId } } }),
  );
}
