import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type Decision = Schemas['Decision'];
export type DecisionResolution = Schemas['DecisionResolution'];
export type DecisionStatus = Schemas['DecisionStatus'];
export type DecisionRule = Schemas['DecisionRule'];

/** The largest page that the service gives; an inbox with more than that shows the newest. */
export const DECISIONS_SHOWN_MAX = 100;
const HISTORY_PAGE_SIZE = 50;

/** Decisions over all agents, newest first. */
export function decisionsQuery(status: DecisionStatus) {
  return queryOptions({
    queryKey: ['decisions', status],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/client/decisions', {
          params: { query: { status, limit: DECISIONS_SHOWN_MAX } },
          signal,
        }),
      ),
  });
}

/** All requests of one agent, open and ended, newest first. */
export function agentDecisionsQuery(agentId: string) {
  return queryOptions({
    queryKey: ['decisions', 'agent', agentId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/client/decisions', {
          params: { query: { agent_id: agentId, limit: DECISIONS_SHOWN_MAX } },
          signal,
        }),
      ),
  });
}

/** All requests of all agents, newest first, page by page towards older ones. */
export const decisionHistoryQuery = infiniteQueryOptions({
  queryKey: ['decisions', 'history'],
  queryFn: ({ pageParam, signal }) =>
    answerOf(
      api.GET('/api/client/decisions', {
        params: { query: { limit: HISTORY_PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) } },
        signal,
      }),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => (page.length < HISTORY_PAGE_SIZE ? undefined : page.at(-1)?.decision_id),
});

/** How many decisions wait for the person; shares its data with the inbox. */
export const openDecisionCountQuery = {
  ...decisionsQuery('pending'),
  select: (open: Decision[]) => open.length,
};

export function decisionQuery(decisionId: string) {
  return queryOptions({
    queryKey: ['decision', decisionId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/client/decisions/{decision_id}', {
          params: { path: { decision_id: decisionId } },
          signal,
        }),
      ),
  });
}

/**
 * @throws ApiError 409 if somebody has answered it differently meanwhile.
 */
export function resolveDecision(decisionId: string, resolution: DecisionResolution): Promise<Decision> {
  return answerOf(
    api.POST('/api/client/decisions/{decision_id}/resolve', {
      params: { path: { decision_id: decisionId } },
      body: resolution,
    }),
  );
}

/** Which of an agent's earlier requests a pattern would have approved. */
export function rulePreviewQuery(agentId: string, pattern: string) {
  return queryOptions({
    queryKey: ['decisions', 'preview', agentId, pattern],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/api/client/decision-rules/preview', { body: { agent_id: agentId, pattern }, signal }),
      ),
    enabled: pattern !== '',
  });
}
