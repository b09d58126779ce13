import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type Decision = Schemas['Decision'];
export type DecisionResolution = Schemas['DecisionResolution'];
export type DecisionStatus = Schemas['DecisionStatus'];
export type DecisionRule = Schemas['DecisionRule'];

/** The largest page that the service gives; an inbox with more than that shows the newest. */
const PAGE_SIZE_MAX = 100;

/** Decisions over all agents, newest first. */
export function decisionsQuery(status: DecisionStatus) {
  return queryOptions({
    queryKey: ['decisions', status],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/client/decisions', { params: { query: { status, limit: PAGE_SIZE_MAX } }, signal }),
      ),
  });
}

/** What one agent has asked for, whatever became of it, newest first. */
export function agentDecisionsQuery(agentId: string) {
  return queryOptions({
    queryKey: ['decisions', 'agent', agentId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/client/decisions', {
          params: { query: { agent_id: agentId, limit: PAGE_SIZE_MAX } },
          signal,
        }),
      ),
  });
}

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

/** @throws ApiError 409 when it was answered otherwise meanwhile. */
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
