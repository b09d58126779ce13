import { invalidField, newId, PAGE_SIZE, ServiceError, storableText } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { AgentIdentity, Store } from '@svc/store';
import { decisionView } from '../views/decision-view.js';
import { patternOver } from './action-pattern-field.js';
import { announceDecision, endOfDecision } from './decision-ends.js';
import type { DecisionAnnouncing } from './decision-ends.js';
import { found } from './found.js';

export interface AgentDecisionsDependencies extends DecisionAnnouncing {
  store: Pick<Store, 'decisions'>;
}

/** Operations of an agent of either kind on decisions: `/api/agent/decisions`. */
export function agentDecisions(deps: AgentDecisionsDependencies) {
  const { decisions } = deps.store;
  return {
    /** Opens a request. If an always-allow rule covers it, the answer shows it approved, and its event is sent all the same. */
    async requestDecision({ auth: agent, body }) {
      const action = body.action === undefined ? null : storableText(body.action, 'body.action');
      const messageId = newId('message');
      const requested = await decisions.request({
        decisionId: newId('decision'),
        messageId,
        eventId: newId('event'),
        agentId: agent.agentId,
        conversationId: body.conversation_id ?? null,
        newConversationId: newId('conversation'),
        taskRunId: body.task_run_id ?? null,
        title: storableText(body.title, 'body.title'),
        description: storableText(body.description ?? '', 'body.description') || null,
        action,
        suggestedPattern: suggestedPattern(action, body.suggested_pattern),
        expiresInSeconds: body.expires_in_seconds ?? null,
      });
      if (requested.outcome === 'not_found') throw new ServiceError('not_found');
      if (requested.outcome === 'too_many_open') {
        throw new ServiceError('conflict', { detail: 'The agent has as many open requests as it may' });
      }
      const { decision, userId } = requested;
      const { agentId, conversationId } = decision;
      deps.hints.messageChanged({ agentId, userId, conversationId, messageId });
      announceDecision(deps, requested);
      return { status: 201, body: decisionView(decision) };
    },

    async listOwnDecisions({ auth, query }) {
      const page = { ...query, limit: query.limit ?? PAGE_SIZE.default };
      const listed = await decisions.listForAgent(auth.agentId, page);
      return { status: 200, body: listed.map(decisionView) };
    },

    async getOwnDecision({ auth, params }) {
      const decision = found(await decisions.findForAgent(params.decision_id, auth.agentId));
      return { status: 200, body: decisionView(decision) };
    },

    async cancelDecision({ auth, params }) {
      const ended = await decisions.cancel(params.decision_id, auth.agentId);
      return { status: 200, body: endOfDecision(deps, ended) };
    },
  } satisfies OperationHandlers<AgentIdentity>;
}

function suggestedPattern(action: string | null, given: string | undefined): string | null {
  if (given === undefined) return null;
  if (action === null) throw invalidField('body.suggested_pattern', 'says nothing without an action');
  return patternOver(action, given, 'body.suggested_pattern').text;
}
