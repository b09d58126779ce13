import { DECISION_PREVIEW_SAMPLES_MAX, PAGE_SIZE, ServiceError } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { askedActionView, decisionRuleView } from '../views/decision-view.js';
import { patternField } from './action-pattern-field.js';
import { found } from './found.js';

/** Operations of a user on always-allow rules. The answer to a request makes a rule. */
export function decisionRules({ store }: { store: Pick<Store, 'decisionRules'> }) {
  return {
    async listDecisionRules({ auth, query }) {
      const rules = await store.decisionRules.listOf({
        userId: auth.userId,
        agentId: query.agent_id,
        limit: query.limit ?? PAGE_SIZE.default,
        cursor: query.cursor,
      });
      return { status: 200, body: rules.map(decisionRuleView) };
    },

    async revokeDecisionRule({ auth, params }) {
      const isRevoked = await store.decisionRules.revoke(params.rule_id, auth.userId, auth.call);
      if (!isRevoked) throw new ServiceError('not_found');
      return { status: 204 };
    },

    /** The newest requests of the agent that a pattern would have covered. */
    async previewDecisionRule({ auth, body }) {
      const { pattern } = patternField(body.pattern, 'body.pattern');
      const asked = found(await store.decisionRules.askedActions(body.agent_id, auth.userId));
      const covered = asked.filter(({ action }) => pattern.matches(action));
      const samples = covered.slice(0, DECISION_PREVIEW_SAMPLES_MAX).map(askedActionView);
      const { isBroad } = pattern;
      return {
        status: 200,
        body: { count: covered.length, examined: asked.length, is_broad: isBroad, samples },
      };
    },
  } satisfies OperationHandlers<ClientCaller>;
}
