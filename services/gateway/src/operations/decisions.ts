import { exactActionPattern, invalidField, PAGE_SIZE, storableText } from '@svc/domain';
import type { OperationBody, OperationHandlers } from '@svc/http-contract';
import type { DecisionRecord, Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { decisionView } from '../views/decision-view.js';
import { patternOver } from './action-pattern-field.js';
import { endOfDecision } from './decision-ends.js';
import type { DecisionAnnouncing } from './decision-ends.js';
import { found } from './found.js';

export interface DecisionsDependencies extends DecisionAnnouncing {
  store: Pick<Store, 'decisions'>;
}

/** Operations of a user on the requests of their agents: `/api/client/decisions`. */
export function decisions(deps: DecisionsDependencies) {
  const { store } = deps;
  return {
    async listDecisions({ auth, query: { agent_id: agentId, ...query } }) {
      const limit = query.limit ?? PAGE_SIZE.default;
      const listed = await store.decisions.listForUser({ ...query, userId: auth.userId, agentId, limit });
      return { status: 200, body: listed.map(decisionView) };
    },

    async getDecision({ auth, params }) {
      const decision = found(await store.decisions.findForUser(params.decision_id, auth.userId));
      return { status: 200, body: decisionView(decision) };
    },

    /** The first answer wins. If it asks for a rule, the rule is stored with it. */
    async resolveDecision({ auth: { userId, call }, params: { decision_id: decisionId }, body }) {
      const note = storableText(body.note ?? '', 'body.note') || null;
      const request = found(await store.decisions.findForUser(decisionId, userId));
      const ended = await store.decisions.resolve({
        decisionId,
        userId,
        call,
        status: body.status,
        note,
        alwaysAllowPattern: alwaysAllowPattern(request, body),
      });
      return { status: 200, body: endOfDecision(deps, ended) };
    },
  } satisfies OperationHandlers<ClientCaller>;
}

/**
 * The pattern of the rule to store: the user's, else exactly the action. `null` for no rule. The agent's suggestion is never taken by itself,
 * because then an agent could write its own permission.
 */
function alwaysAllowPattern(request: DecisionRecord, body: OperationBody<'resolveDecision'>): string | null {
  if (body.always_allow !== true) {
    if (body.always_allow_pattern === undefined) return null;
    throw invalidField('body.always_allow_pattern', 'goes with always_allow only');
  }
  if (body.status !== 'approved') throw invalidField('body.always_allow', 'goes with an approval only');
  if (request.action === null)
    throw invalidField('body.always_allow', 'needs a request that names an action');
  if (body.always_allow_pattern === undefined) return exactActionPattern(request.action);
  const { text, pattern } = patternOver(
    request.action,
    body.always_allow_pattern,
    'body.always_allow_pattern',
  );
  if (pattern.isBroad && body.confirm_broad !== true) {
    throw invalidField('body.confirm_broad', 'must be true for a pattern that covers all of a verb or more');
  }
  return text;
}
