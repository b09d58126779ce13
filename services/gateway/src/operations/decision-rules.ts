import { DECISION_PREVIEW_SAMPLES_MAX, PAGE_SIZE, ServiceError } from '@svc/domain';
import type { Store } from '@svc/store';
import type { SessionUser } from '@svc/sign-in';
import { askedActionView, decisionRuleView } from '../views/decision-view.js';
import { patternField } from './action-pattern-field.js';

export interface DecisionRulesQuery {
  agent_id?: string;
  limit?: number;
  cursor?: string;
}

/** What a user does with always-allow rules. They come into being with an answer. */
export function decisionRules({ store }: { store: Pick<Store, 'decisionRules'> }) {
  return {
    async list(user: SessionUser, query: DecisionRulesQuery) {
      const found = await store.decisionRules.listOf({
        userId: user.userId,
        agentId: query.agent_id,
        limit: query.limit ?? PAGE_SIZE.default,
        cursor: query.cursor,
      });
      return found.map(decisionRuleView);
    },

    async revoke(user: SessionUser, ruleId: string): Promise<void> {
      if (!(await store.decisionRules.revoke(ruleId, user.userId))) throw new ServiceError('not_found');
    },

    /** What a pattern would have covered among the agent's newest requests. */
    async preview(user: SessionUser, draft: { agent_id: string; pattern: string }) {
      const { pattern } = patternField(draft.pattern, 'body.pattern');
      const asked = await store.decisionRules.askedActions(draft.agent_id, user.userId);
      if (asked === null) throw new ServiceError('not_found');
      const covered = asked.filter(({ action }) => pattern.matches(action));
      return {
        count: covered.length,
        examined: asked.length,
        samples: covered.slice(0, DECISION_PREVIEW_SAMPLES_MAX).map(askedActionView),
      };
    },
  };
}
