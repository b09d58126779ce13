import { invalidField, newId, PAGE_SIZE, ServiceError, storableText } from '@svc/domain';
import type { DecisionStatus } from '@svc/domain';
import type { AgentIdentity, Store } from '@svc/store';
import { decisionView } from '../views/decision-view.js';
import { patternOver } from './action-pattern-field.js';
import { announceDecision, endOfDecision } from './decision-ends.js';
import type { DecisionAnnouncing } from './decision-ends.js';

export interface NewDecisionBody {
  title: string;
  description?: string;
  action?: string;
  conversation_id?: string;
  task_run_id?: string;
  suggested_pattern?: string;
  expires_in_seconds?: number;
}

export interface DecisionsQuery {
  status?: DecisionStatus;
  limit?: number;
  cursor?: string;
}

export interface AgentDecisionsDependencies extends DecisionAnnouncing {
  store: Pick<Store, 'decisions'>;
}

/** What an agent of either kind does with decisions. */
export function agentDecisions(deps: AgentDecisionsDependencies) {
  const { decisions } = deps.store;
  return {
    /** Opens a request. One that an always-allow rule covers comes back approved, and its event goes out all the same. */
    async request(agent: AgentIdentity, body: NewDecisionBody) {
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
      return decisionView(decision);
    },

    async list(agent: AgentIdentity, query: DecisionsQuery) {
      const page = { ...query, limit: query.limit ?? PAGE_SIZE.default };
      return (await decisions.listForAgent(agent.agentId, page)).map(decisionView);
    },

    async read(agent: AgentIdentity, decisionId: string) {
      const found = await decisions.findForAgent(decisionId, agent.agentId);
      if (found === null) throw new ServiceError('not_found');
      return decisionView(found);
    },

    async cancel(agent: AgentIdentity, decisionId: string) {
      return endOfDecision(deps, await decisions.cancel(decisionId, agent.agentId));
    },
  };
}

function suggestedPattern(action: string | null, given: string | undefined): string | null {
  if (given === undefined) return null;
  if (action === null) throw invalidField('body.suggested_pattern', 'says nothing without an action');
  return patternOver(action, given, 'body.suggested_pattern');
}
