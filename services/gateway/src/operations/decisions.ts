import { exactActionPattern, invalidField, PAGE_SIZE, ServiceError, storableText } from '@svc/domain';
import type { DecisionAnswer } from '@svc/domain';
import type { DecisionRecord, Store } from '@svc/store';
import type { SessionUser } from '@svc/sign-in';
import { decisionView } from '../views/decision-view.js';
import { patternOver } from './action-pattern-field.js';
import type { DecisionsQuery } from './agent-decisions.js';
import { endOfDecision } from './decision-ends.js';
import type { DecisionAnnouncing } from './decision-ends.js';

export interface ResolutionBody {
  status: DecisionAnswer;
  note?: string;
  always_allow?: boolean;
  always_allow_pattern?: string;
}

export interface DecisionsDependencies extends DecisionAnnouncing {
  store: Pick<Store, 'decisions'>;
}

/** What a user does with what their agents ask for. */
export function decisions(deps: DecisionsDependencies) {
  const { store } = deps;

  async function read(user: SessionUser, decisionId: string): Promise<DecisionRecord> {
    const found = await store.decisions.findForUser(decisionId, user.userId);
    if (found === null) throw new ServiceError('not_found');
    return found;
  }

  return {
    async list(user: SessionUser, { agent_id: agentId, ...query }: DecisionsQuery & { agent_id?: string }) {
      const limit = query.limit ?? PAGE_SIZE.default;
      const found = await store.decisions.listForUser({ ...query, userId: user.userId, agentId, limit });
      return found.map(decisionView);
    },

    read: async (user: SessionUser, decisionId: string) => decisionView(await read(user, decisionId)),

    /** The first answer wins; a rule is stored with it where one is asked for. */
    async resolve(user: SessionUser, decisionId: string, body: ResolutionBody) {
      const note = storableText(body.note ?? '', 'body.note') || null;
      const request = await read(user, decisionId);
      const ended = await store.decisions.resolve({
        decisionId,
        userId: user.userId,
        status: body.status,
        note,
        alwaysAllowPattern: alwaysAllowPattern(request, body),
      });
      return endOfDecision(deps, ended);
    },
  };
}

/** The pattern of the rule that is to be stored: the user's, else the agent's proposal, else exactly the action. `null` for no rule. */
function alwaysAllowPattern(request: DecisionRecord, body: ResolutionBody): string | null {
  if (body.always_allow !== true) {
    if (body.always_allow_pattern === undefined) return null;
    throw invalidField('body.always_allow_pattern', 'goes with always_allow only');
  }
  if (body.status !== 'approved') throw invalidField('body.always_allow', 'goes with an approval only');
  if (request.action === null)
    throw invalidField('body.always_allow', 'needs a request that names an action');
  if (body.always_allow_pattern !== undefined) {
    return patternOver(request.action, body.always_allow_pattern, 'body.always_allow_pattern');
  }
  return request.suggestedPattern ?? exactActionPattern(request.action);
}
