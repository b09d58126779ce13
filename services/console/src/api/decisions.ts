import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';
import { pagesQuery } from './pages.ts';

export type Decision = Schemas['ClientDecision'];
export type AnswerField = Schemas['AnswerField'];
export type AnswerSchema = Schemas['AnswerSchema'];
export type AnswerValues = Schemas['AnswerValues'];
export type AnswerValue = AnswerValues[string];
export type DecisionResolution = Schemas['DecisionResolution'];
export type DecisionStatus = Schemas['DecisionStatus'];
export type DecisionRule = Schemas['DecisionRule'];
/** Decisions per page: as many open ones as the service gives, since they are also counted. */
const OPEN_PAGE_SIZE = 100;
const PAGE_SIZE = 50;

export const openDecisionsQuery = decisionPages(['pending'], { status: 'pending' }, OPEN_PAGE_SIZE);

export const decisionHistoryQuery = decisionPages(['history'], {}, PAGE_SIZE);

export function openDecisionsOfAgentQuery(agentId: string) {
  return decisionPages(['agent', agentId, 'pending'], { agent_id: agentId, status: 'pending' }, PAGE_SIZE);
}

export function decisionsOfAgentQuery(agentId: string) {
  return decisionPages(['agent', agentId], { agent_id: agentId }, PAGE_SIZE);
}

function decisionPages(
  key: readonly string[],
  which: { agent_id?: string; status?: DecisionStatus },
  limit: number,
) {
  return pagesQuery({
    queryKey: ['decisions', ...key],
    limit,
    read: (page, signal) =>
      answerOf(api.GET('/api/client/decisions', { params: { query: { ...which, ...page } }, signal })),
    cursorOf: ({ decision_id: id }) => id,
  });
}

/** How many decisions wait for the person, of those that were read; shares its data with the inbox. */
export const openDecisionCountQuery = infiniteQueryOptions({
  ...openDecisionsQuery,
  select: ({ pages }) => pages.flat().length,
});

export function decisionQuery(decisionId: string) {
  const params = { path: { decision_id: decisionId } };
  return queryOptions({
    queryKey: ['decision', decisionId],
    queryFn: ({ signal }) => answerOf(api.GET('/api/client/decisions/{decision_id}', { params, signal })),
  });
}

/** @throws ApiError 409 if it was answered differently meanwhile. */
export function resolveDecision(decisionId: string, resolution: DecisionResolution): Promise<Decision> {
  const params = { path: { decision_id: decisionId } };
  return answerOf(api.POST('/api/client/decisions/{decision_id}/resolve', { params, body: resolution }));
}

/** Which of an agent's earlier requests a pattern would have approved. */
export function rulePreviewQuery(agentId: string, pattern: string) {
  const body = { agent_id: agentId, pattern };
  return queryOptions({
    queryKey: ['decisions', 'preview', agentId, pattern],
    queryFn: ({ signal }) => answerOf(api.POST('/api/client/decision-rules/preview', { body, signal })),
    enabled: pattern !== '',
  });
}

const RULES_PAGE_SIZE = 100;

/** A new rule comes with an answered decision, so the hint of the decision makes this list stale too. */
export function decisionRulesQuery(agentId: string) {
  return pagesQuery({
    queryKey: ['decisions', 'rules', agentId],
    limit: RULES_PAGE_SIZE,
    read: (page, signal) =>
      answerOf(
        api.GET('/api/client/decision-rules', { params: { query: { agent_id: agentId, ...page } }, signal }),
      ),
    cursorOf: ({ rule_id: id }) => id,
  });
}

export async function revokeDecisionRule(ruleId: string): Promise<void> {
  const params = { path: { rule_id: ruleId } };
  await answerOf(api.DELETE('/api/client/decision-rules/{rule_id}', { params }));
}
