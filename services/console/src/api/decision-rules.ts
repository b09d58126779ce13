import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type DecisionRule = Schemas['DecisionRule'];

/**
 * An agent's always-allow rules, newest first. A new rule comes with an answered decision, so the hint of the decision makes this list
 * stale too.
 */
export function decisionRulesQuery(agentId: string) {
  return queryOptions({
    queryKey: ['decisions', 'rules', agentId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/client/decision-rules', {
          params: { query: { agent_id: agentId, limit: 100 } },
          signal,
        }),
      ),
  });
}

export async function revokeDecisionRule(ruleId: string): Promise<void> {
  await answerOf(
    api.DELETE('/api/client/decision-rules/{rule_id}', { params: { path: { rule_id: ruleId } } }),
  );
}
