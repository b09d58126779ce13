import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type DecisionRule = Schemas['DecisionRule'];

const PAGE_SIZE = 100;

/**
 * An agent's always-allow rules, newest first, page by page towards older ones. A new rule comes with an answered decision, so the hint of the decision makes this list
 * stale too.
 */
export function decisionRulesQuery(agentId: string) {
  return infiniteQueryOptions({
    queryKey: ['decisions', 'rules', agentId],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/client/decision-rules', {
          params: {
            query: { agent_id: agentId, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.rule_id),
  });
}

export async function revokeDecisionRule(ruleId: string): Promise<void> {
  await answerOf(
    api.DELETE('/api/client/decision-rules/{rule_id}', { params: { path: { rule_id: ruleId } } }),
  );
}
