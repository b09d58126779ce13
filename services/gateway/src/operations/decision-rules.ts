import {
  ActionPatternError,
  DECISION_PREVIEW_SAMPLES_MAX,
  invalidField,
  PAGE_SIZE,
  parseActionPattern,
  ServiceError,
  visibleText,
} from '@svc/domain';
import type { ActionPattern } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { Store } from '@svc/store';
import type { ClientCaller } from '../user-guard.js';
import { askedActionView, decisionRuleView } from '../views/decision-view.js';
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

/** A pattern from a field of a request, ready to be stored and compared. */
export interface PatternField {
  text: string;
  pattern: ActionPattern;
}

/**
 * @throws ServiceError `invalid_request` for text that is no valid pattern.
 */
export function patternField(given: string, path: string): PatternField {
  const text = visibleText(given, path);
  try {
    return { text, pattern: parseActionPattern(text) };
  } catch (error) {
    if (error instanceof ActionPatternError) throw invalidField(path, error.message);
    throw error;
  }
}

/**
 * A pattern that comes with a request. If it did not cover the request's own action, it would be a mistake of its author.
 *
 * @throws ServiceError `invalid_request` for text that is no valid pattern, or does not cover the action.
 */
export function patternOver(action: string, given: string, path: string): PatternField {
  const field = patternField(given, path);
  if (!field.pattern.matches(action)) throw invalidField(path, 'must cover the action of the request');
  return field;
}
