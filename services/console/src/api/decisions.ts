import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, reading, readingPages } from './client.ts';
import type { Schemas } from './client.ts';

export type Decision = Schemas['ClientDecision'];
export type AnswerField = Schemas['AnswerField'];
export type AnswerSchema = Schemas['AnswerSchema'];
export type AnswerValues = Schemas['AnswerValues'];
export type AnswerValue = AnswerValues[string];
export type DecisionResolution = Schemas['DecisionResolution'];
export type DecisionStatus = Schemas['DecisionStatus'];

/** As many per page as the service gives, since they are also counted. */
export const openDecisionsQuery = decisionPages(['pending'], { status: 'pending' }, 100);

export const decisionHistoryQuery = decisionPages(['history'], {});

export function decisionsOfAgentQuery(agentId: string) {
  return decisionPages(['agent', agentId], { agent_id: agentId });
}

function decisionPages(
  key: readonly string[],
  query: { agent_id?: string; status?: DecisionStatus },
  limit = 50,
) {
  const cursorOf = ({ decision_id: id }: Decision): string => id;
  return readingPages(['decisions', ...key], '/api/client/decisions', { query }, { limit, cursorOf });
}

/** How many decisions wait for the person, of those that were read; shares its data with the inbox. */
export const openDecisionCountQuery = infiniteQueryOptions({
  ...openDecisionsQuery,
  select: ({ pages }) => pages.flat().length,
});

export function decisionQuery(decisionId: string) {
  const path = { decision_id: decisionId };
  return reading(['decision', decisionId], '/api/client/decisions/{decision_id}', { path });
}

/** Which of an agent's earlier requests a pattern would have approved. */
export function rulePreviewQuery(agentId: string, pattern: string) {
  const body = { agent_id: agentId, pattern };
  return queryOptions({
    queryKey: ['decisions', 'preview', agentId, pattern],
    queryFn: ({ signal }) => call('post', '/api/client/decision-rules/preview', { body, signal }),
    enabled: pattern !== '',
  });
}

/** A new rule comes with an answered decision, so the hint of the decision makes this list stale too. */
export function decisionRulesQuery(agentId: string) {
  return readingPages(
    ['decisions', 'rules', agentId],
    '/api/client/decision-rules',
    { query: { agent_id: agentId } },
    { limit: 100, cursorOf: ({ rule_id: id }) => id },
  );
}
